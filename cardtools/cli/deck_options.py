"""What the deck commands share: their options, the settings of the folder, and how findings and numbers are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from cardtools.app.decks import Builder
from cardtools.app.desk import Desk
from cardtools.cli.options import Settings
from cardtools.cli.project import own
from cardtools.cli.told import finding_json, finding_line, say
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding, Severity, bounded
from cardtools.words.catalog import Words

_WHOLE: Final = 10_000
"""All of something, in hundredths of a per cent."""
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


def game_options(function: FunctionT) -> FunctionT:
    """Add the options that name the game and its cards."""
    pool = click.option(
        "--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool; else the game's own cards."
    )
    game = click.option("-g", "--game", metavar="GAME", help="Game, see: cardtools games; else that of cardtools.yaml.")
    return game(pool(function))


def output_option(function: FunctionT) -> FunctionT:
    """Add the option that names the file to write."""
    option = click.option(
        "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="File to write; else standard output."
    )
    return option(function)


def open_builder(game: str | None, pool: Path | None, settings: Settings) -> Builder:
    """Return the game and its cards.

    Raises:
        CardtoolsError: See ``Builder.open``.
    """
    return Builder.open(Desk.open(settings.language, settings.data), game, own("pool", pool))


class Told:
    """Findings of lists, bounded, told on stderr, in JSON among the results, and by the exit code."""

    def __init__(self, builder: Builder, findings: Sequence[Finding]) -> None:
        self._builder = builder
        self.findings = bounded(findings)

    @classmethod
    def of(cls, builder: Builder, *decks: Deck) -> Told:
        """Return what is to be said of decks, and of the pool whose facts tell something of them."""
        found = [*builder.findings]
        for deck in decks:
            found.extend((*deck.listing.findings, *deck.findings))
        return cls(builder, found)

    @classmethod
    def of_lists(cls, builder: Builder, *decks: Deck, severity: Severity = "error") -> Told:
        """Return what is to be said of lists whose cards are only counted or copied.

        Unknown names are told with ``severity``; what is to be said of the pool only where there are any.
        """
        unknown = any(deck.findings for deck in decks)
        found = [*builder.findings] if unknown else []
        for deck in decks:
            found.extend(deck.listing.findings)
            found.extend(one.model_copy(update={"severity": severity}) for one in deck.findings)
        return cls(builder, found)

    @property
    def code(self) -> int:
        """The exit code: 1 where a list has an error."""
        return 1 if any(finding.severity == "error" for finding in self.findings) else 0

    def tell(self) -> None:
        """Tell the findings on stderr."""
        desk = self._builder.desk
        named = desk.names_of(self._builder.info)
        for finding in self.findings:
            line = finding_line(finding, desk.words, named)
            say(f"{desk.words.text(f'severity.{finding.severity}')}: {line}", to_stderr=True)

    def json(self) -> list[dict[str, Any]]:
        """Return the findings as the JSON contract has them."""
        desk = self._builder.desk
        named = desk.names_of(self._builder.info)
        return [finding_json(finding, desk.words, named) for finding in self.findings]


def percent(chance: Fraction, words: Words) -> str:
    """Return a chance in per cent with two decimals, rounded to the nearest, as the language writes it.

    What is neither impossible nor sure is never told as 0.00 or 100.00.
    """
    hundredths = round(chance * _WHOLE)
    if hundredths == 0 and chance > 0:
        return f"<{decimal(Fraction(1, 100), words)} %"
    if hundredths == _WHOLE and chance < 1:
        return f">{decimal(100 - Fraction(1, 100), words)} %"
    return f"{decimal(100 * chance, words)} %"


def decimal(value: Fraction, words: Words, places: int = 2) -> str:
    """Return a number with so many decimals, as the language writes it."""
    unit = 10**places
    whole, rest = divmod(round(value * unit), unit)
    return f"{whole}{words.text('deck-told.point')}{rest:0{places}}"


def chance_json(chance: Fraction) -> dict[str, Any]:
    """Return a chance exactly, and as a decimal.

    >>> chance_json(Fraction(1, 4))
    {'fraction': '1/4', 'decimal': 0.25}
    """
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "decimal": float(chance)}
