"""``cardtools deck odds`` and ``hand``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cardtools.app.deck_odds import Odds, Start, Wish, draw_hand
from cardtools.app.deck_odds import odds as odds_of
from cardtools.app.decks import Builder
from cardtools.cli.deck_options import Told, chance_json, game_options, open_builder, percent
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.project import own
from cardtools.cli.told import csv_line, echo_json, read_stdin, say
from cardtools.decks.curve import text_bars
from cardtools.errors import refuse
from cardtools.model.deck import Deck

_LARGE = 100_000
_MOST_DIGITS = 40


class _Seed(click.IntRange):
    """A whole number from 0 up, refused in the words of the user's language."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002 - the signature is click's
        """Return the number."""
        written = str(value).strip()
        if written.isascii() and written.isdigit() and len(written) <= _MOST_DIGITS:
            return int(written)
        raise refuse("usage.seed", seed=written[:40], most=_MOST_DIGITS)


@click.command(
    "odds",
    cls=TranslatedCommand,
    help="Tell the exact odds of drawing cards.\n\n"
    "At least one of the cards named by --card and --type, among the opening hand and what is drawn by turn N. With "
    "--and-card or --and-type also the odds of both.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("-f", "--format", "format_id", metavar="FORMAT", help="Deck format, which tells the opening hand.")
@click.option("--card", "cards", multiple=True, metavar="NAME", help="Card wished for; may stand twice.")
@click.option("--type", "types", multiple=True, metavar="TYPE", help="Type of card wished for; may stand twice.")
@click.option("--and-card", "and_cards", multiple=True, metavar="NAME", help="Card that must be there besides.")
@click.option("--and-type", "and_types", multiple=True, metavar="TYPE", help="Type that must be there besides.")
@click.option(
    "--at-least",
    "least",
    type=click.IntRange(1, 99),
    default=1,
    show_default=True,
    metavar="N",
    help="How many of each.",
)
@click.option("--by-turn", "turn", type=click.IntRange(0, 99), default=0, metavar="N", help="Turn; 0 is the hand.")
@click.option("--on-the-draw", is_flag=True, help="You do not start, so you draw on the first turn, too.")
@click.option("--hand", "size", type=click.IntRange(0, 999), metavar="N", help="Cards of the opening hand.")
@common_options
def odds(
    listed: str,
    game: str | None,
    pool: Path | None,
    format_id: str | None,
    cards: tuple[str, ...],
    types: tuple[str, ...],
    and_cards: tuple[str, ...],
    and_types: tuple[str, ...],
    least: int,
    turn: int,
    on_the_draw: bool,
    size: int | None,
    settings: Settings,
) -> int:
    """Tell the odds."""
    builder = open_builder(game, pool, settings)
    deck = builder.read_cards(listed, read_stdin([listed]), settings.encoding)
    told = Told.of(builder, deck)
    start = _start(builder, deck, format_id, size, turn, on_the_draw=on_the_draw)
    wishes = [Wish(cards, types), *([Wish(and_cards, and_types)] if and_cards or and_types else [])]
    answer = odds_of(builder, deck, start, wishes, least)
    if settings.report in ("json", "jsonl"):
        head = {"schema": "cardtools.deck-odds/1", "game": builder.info.id, "path": listed}
        echo_json({**head, **_odds_json(answer), "findings": told.json()})
        return told.code
    told.tell()
    for line in _odds_csv(answer) if settings.report == "csv" else _odds_lines(answer, builder):
        say(line)
    return told.code


def _start(
    builder: Builder, deck: Deck, format_id: str | None, size: int | None, turn: int, *, on_the_draw: bool
) -> Start:
    hand = builder.hand_size(deck, own("format_id", format_id)) if size is None else size
    return Start(hand, turn, on_the_draw)


def _odds_json(answer: Odds) -> dict[str, Any]:
    return {
        "deck": answer.deck,
        "opening_hand": answer.hand,
        "by_turn": answer.turn,
        "on_the_draw": answer.on_the_draw,
        "seen": answer.seen,
        "at_least": answer.least,
        "groups": [
            {
                "names": list(one.label),
                "cards": one.hits,
                "perhaps": one.perhaps,
                "chance": chance_json(one.chance),
                "chance_with_perhaps": chance_json(one.chance_with),
                "exactly": [chance_json(chance) for chance in one.exactly],
                "more": chance_json(one.more),
            }
            for one in answer.groups
        ],
        "both": None if answer.both is None else chance_json(answer.both),
    }


def _odds_csv(answer: Odds) -> Iterator[str]:
    yield "group,exactly,fraction,decimal"
    for one in answer.groups:
        for count, chance in enumerate(one.exactly):
            told = chance_json(chance)
            yield csv_line(["; ".join(one.label), count, told["fraction"], told["decimal"]])
        if one.more:
            told = chance_json(one.more)
            yield csv_line(["; ".join(one.label), f"{len(one.exactly)}…", told["fraction"], told["decimal"]])


def _odds_lines(answer: Odds, builder: Builder) -> Iterator[str]:
    words = builder.desk.words
    yield words.text("odds.seen", seen=answer.seen, deck=answer.deck, hand=answer.hand, turn=answer.turn)
    for one in answer.groups:
        label = ", ".join(one.label)
        chance = percent(one.chance, words)
        yield words.text("odds.group", names=label, cards=one.hits, least=answer.least, chance=chance)
        if one.perhaps:
            yield words.text("odds.perhaps", count=one.perhaps, chance=percent(one.chance_with, words))
        yield from (
            f"  {line} ({percent(chance, words)})"
            for line, chance in zip(_odds_bars(one.exactly), one.exactly, strict=True)
        )
        if one.more:
            yield "  " + words.text("odds.more", count=len(one.exactly), chance=percent(one.more, words))
    if answer.both is not None:
        yield words.text("odds.both", least=answer.least, chance=percent(answer.both, words))


def _odds_bars(exactly: tuple[Any, ...]) -> tuple[str, ...]:
    """Return a bar for each number of cards, without the number the bars are made of."""
    bars = text_bars([(str(count), round(chance * _LARGE)) for count, chance in enumerate(exactly)])
    return tuple(line.rsplit(" ", 1)[0].rstrip() for line in bars)


@click.command(
    "hand",
    cls=TranslatedCommand,
    help="Draw an opening hand.\n\nThe same list and seed give the same hand, always and everywhere.",
)
@click.argument("listed", metavar="LIST")
@game_options
@click.option("-f", "--format", "format_id", metavar="FORMAT", help="Deck format, which tells the opening hand.")
@click.option("--seed", type=_Seed(0), metavar="N", help="Seed of the draw; a new one else, which is told.")
@click.option("--turns", "turn", type=click.IntRange(0, 99), default=0, metavar="N", help="Turns to draw for, too.")
@click.option("--on-the-draw", is_flag=True, help="You do not start, so you draw on the first turn, too.")
@click.option("--hand", "size", type=click.IntRange(0, 999), metavar="N", help="Cards of the opening hand.")
@common_options
def hand(
    listed: str,
    game: str | None,
    pool: Path | None,
    format_id: str | None,
    seed: int | None,
    turn: int,
    on_the_draw: bool,
    size: int | None,
    settings: Settings,
) -> int:
    """Draw a hand."""
    builder = open_builder(game, pool, settings)
    deck = builder.read_cards(listed, read_stdin([listed]), settings.encoding)
    told = Told.of(builder, deck)
    start = _start(builder, deck, format_id, size, turn, on_the_draw=on_the_draw)
    drawn = draw_hand(builder, deck, start, seed)
    cards, turns = drawn.drawn.hand, drawn.drawn.turns
    if settings.report in ("json", "jsonl"):
        head = {"schema": "cardtools.deck-hand/1", "game": builder.info.id, "path": listed, "seed": drawn.seed}
        numbers = {"deck": drawn.deck, "opening_hand": start.hand, "on_the_draw": start.on_the_draw}
        body = {"hand": list(cards), "turns": [list(one) for one in turns]}
        echo_json({**head, **numbers, **body, "findings": told.json()})
        return told.code
    told.tell()
    if settings.report == "csv":
        say("turn,card")
        for number, names in enumerate((cards, *turns)):
            for name in names:
                say(csv_line([number, name]))
        return told.code
    words = builder.desk.words
    say(words.text("hand.title", count=len(cards), deck=drawn.deck, seed=drawn.seed))
    for name in cards:
        say(f"  {name}")
    for number, names in enumerate(turns, start=1):
        say(words.text("hand.turn", turn=number, cards=", ".join(names) or "–"))
    return told.code
