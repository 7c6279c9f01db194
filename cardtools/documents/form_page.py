"""What the forms share: their head, the numbers beside it, and how the verdict on a list is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cardtools.documents.chips import Swatch, swatches
from cardtools.documents.form_words import page_words
from cardtools.documents.inks import PAPER, darkened, mixed
from cardtools.model.base import text_in
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
        title=title,
        subtitle=subtitle,
        running=repeated,
        page=page_words(language),
        accent=info.accent,
        ink=darkened(info.accent, tint),
        tint=tint,
        palette=swatches(info.colours, language),
        notice=text_in(info.notice, language),
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
    told = sorted((one for one in verdict.findings if one.severity in order), key=lambda one: order[one.severity])
    remarks = []
    if verdict.opening_hand is not None:
        remarks.append(f"{words.text('report.hand')}: {verdict.opening_hand}")
    if verdict.unchecked:
        facts = dict.fromkeys(one.fact for one in verdict.unchecked)
        rules = ", ".join(named.get(f"fact:{fact}", fact) for fact in facts)
        remarks.append(words.text("report.as-far", rules=rules))
    return VerdictView(
        status=verdict.status,
        words=words.text(f"status.{verdict.status}"),
        remarks=tuple(remarks),
        findings=tuple(_told(one, words, named) for one in told[:most]),
        more=words.text("found.more", count=len(told) - most) if len(told) > most else "",
    )


def _told(finding: Finding, words: Words, named: Mapping[str, str]) -> str:
    message = words.message(finding, named)
    lines = dict.fromkeys(place.line for card in finding.cards for place in card.where)
    if not lines and finding.location.line:
        lines = {finding.location.line: None}
    if not lines:
        return message
    key = "found.line" if len(lines) == 1 else "found.lines"
    numbers = [str(line) for line in lines]
    return f"{message} ({words.text(key, lines=', '.join(numbers[:6] + ['…'] * (len(numbers) > 6)))})"
