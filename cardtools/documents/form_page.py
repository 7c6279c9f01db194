"""What the forms share: their head, the numbers beside it, and how the verdict on a list is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from cardtools.documents.chips import Swatch, swatches
from cardtools.documents.form_words import form_word, page_words
from cardtools.documents.inks import PAPER, darkened, mixed
from cardtools.documents.pad_room import article_held, end_held
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Status, Verdict
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.words.catalog import Words

LONG_TITLE: Final = 20
"""Letters that the largest type has room for beside the numbers."""
LONG_VALUE: Final = 40
"""Letters of a field that stands beside another one."""
_RUNNING: Final = 48
"""Letters of each part of a running head, which has room for three lines; the whole text stands on the first page."""
_MANY: Final = 3
"""So many findings that differ only in the card of one type are told as one."""


@dataclass(frozen=True, slots=True)
class FormHead:
    """The head of a form and what its pages share.

    Attributes:
        heading: Title of the document.
        running: What is repeated at the top of the second page and those after it.
        page: What stands before, between and behind the numbers of "page 2 of 3".
        accent: The game's accent as it is.
        ink: The accent, dark enough to be read on paper and on ``tint``.
        tint: A light tint of the accent.
        notice: Whose trademark the game's name is.
    """

    language: str
    heading: str
    title: str
    subtitle: str
    running: str
    page: tuple[str, str, str]
    accent: str
    ink: str
    tint: str
    palette: tuple[Swatch, ...]
    notice: str

    @property
    def is_long(self) -> bool:
        """Whether the title is too long for the largest type."""
        return len(self.title) > LONG_TITLE


@dataclass(frozen=True, slots=True)
class FormFact:
    """A number beside the title, and the words under it."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Field:
    """A line to fill in; ``value`` is empty where it is to be written by hand."""

    label: str
    value: str

    @property
    def is_long(self) -> bool:
        """Whether it needs a line of its own."""
        return len(self.value) > LONG_VALUE


@dataclass(frozen=True, slots=True)
class VerdictView:
    """The verdict on a list: its sign is a drawing of its own for each status, so that no colour need tell it.

    Attributes:
        words: The status in words.
        remarks: What else there is to say of it, such as rules that could not be checked.
        findings: The first findings, errors before warnings.
        more: "and 3 more"; empty where all stand in ``findings``.
    """

    status: Status
    words: str
    remarks: tuple[str, ...]
    findings: tuple[str, ...]
    more: str


def form_head(info: GameInfo, language: str, title: str, subtitle: str, running: Sequence[str] = ()) -> FormHead:
    """Return the head of a form of a game; ``running`` is what its further pages repeat beside the title."""
    tint = mixed(info.accent, PAPER, 0.91)
    name = text_in(info.name, language)
    repeated = " · ".join(shortened(part) for part in (*running, title) if part)
    return FormHead(
        language=language,
        heading=f"{name} – {title}",
        title=article_held(title),
        subtitle=subtitle,
        running=repeated,
        page=page_words(language),
        accent=info.accent,
        ink=darkened(info.accent, tint),
        tint=tint,
        palette=swatches(info.colours, language),
        notice=end_held(text_in(info.notice, language)),
    )


def shortened(text: str, most: int = _RUNNING) -> str:
    """Return a text of ``most`` letters at most, cut with an ellipsis.

    >>> shortened("Magyar népmesék", 7)
    'Magyar…'
    """
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def verdict_view(verdict: Verdict, words: Words, named: Mapping[str, str], most: int) -> VerdictView:
    """Return a verdict as it is shown, with ``most`` of its findings; notes are no findings of it."""
    order = {"error": 0, "warning": 1}
    found = sorted((one for one in verdict.findings if one.severity in order), key=lambda one: order[one.severity])
    told = list(_summed(found, named))
    remarks = []
    if verdict.opening_hand is not None:
        remarks.append(f"{words.text('report.hand')}: {verdict.opening_hand}")
    if verdict.unchecked:
        facts = dict.fromkeys(one.fact for one in verdict.unchecked)
        rules = ", ".join(named.get(f"fact:{fact}", fact) for fact in facts)
        remarks.append(words.text("report.as-far", rules=rules))
    return VerdictView(
        status=verdict.status,
        words=form_word(f"status.{verdict.status}", words.language),
        remarks=tuple(remarks),
        findings=tuple(_told(one, words, named) for one in told[:most]),
        more=words.text("found.more", count=len(told) - most) if len(told) > most else "",
    )


def card_words(cards: Iterable[Card], info: GameInfo, language: str) -> dict[str, str]:
    """Return what cards and their types are called in a language, by the names that findings have for the cards."""
    named: dict[str, str] = {}
    types = {kind.id: text_in(kind.name, language) for kind in info.types}
    for card in cards:
        name, kind = text_in(card.name, info.languages[0]), types.get(card.type or "", "")
        named[f"name:{name}"] = text_in(card.name, language)
        named[f"type of:{name}"] = kind[:1].upper() + kind[1:]
    return named


def _summed(findings: Sequence[Finding], named: Mapping[str, str]) -> Iterator[Finding]:
    """Yield findings, those that say the same of several cards of one type as one with their numbers added."""
    for (_, kind), same in groupby(findings, key=lambda one: (one.key, _type_of(one, named))):
        each = list(same)
        if not kind or len(each) < _MANY:
            yield from each
            continue
        numbers = {
            key: sum(int(one.params[key]) for one in each)
            for key, value in each[0].params.items()
            if isinstance(value, int)
        }
        cards = tuple(card for one in each for card in one.cards)
        yield each[0].model_copy(update={"params": {**each[0].params, **numbers, "name": kind}, "cards": cards})


def _type_of(finding: Finding, named: Mapping[str, str]) -> str:
    """Return the type of the one card that a finding about a fixed pack names; empty for any other finding."""
    return named.get(f"type of:{finding.params.get('name')}", "") if finding.code.startswith("deck.fixed-") else ""


def _told(finding: Finding, words: Words, named: Mapping[str, str]) -> str:
    names = ", ".join(named.get(f"name:{card.name}", card.name) for card in finding.cards)
    message = words.message(finding, {**named, f"names:{finding.params.get('names')}": names} if names else named)
    lines = dict.fromkeys(place.line for card in finding.cards for place in card.where)
    if not lines and finding.location.line:
        lines = {finding.location.line: None}
    if not lines:
        return message
    key = "found.line" if len(lines) == 1 else "found.lines"
    numbers = [str(line) for line in lines]
    where = words.text(key, lines=", ".join(numbers[:6] + ["…"] * (len(numbers) > 6)))
    return f"{message[:-1]}; {where})" if message.endswith(")") else f"{message} ({where})"
