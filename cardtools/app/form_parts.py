"""What printing forms has in common: options, lists out of folders, the language, the QR code, and the file written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed
from cardtools.app.print_output import write_pdf
from cardtools.app.validation import STDIN
from cardtools.decks.qr import MOST_LETTERS, QUIET_ZONE, qr_modules, qr_svg
from cardtools.decks.share_code import make_code
from cardtools.decks.spelling import spelled
from cardtools.documents.form_page import VerdictView
from cardtools.documents.form_words import FORM_WORDS, form_word
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.formats import resolve
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck, Status
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.model.rules import FixedRule, PickRule
from cardtools.store.deck_lists.writers import ENDINGS
from cardtools.store.files import kind_of, reason
from cardtools.words.catalog import Words

if TYPE_CHECKING:
    from cardtools.render.form_sheets import MadeForm

_MODULE_MM: Final = 0.4
"""Width of a module of a QR code that a telephone reads well."""
_WIDEST_QR_MM: Final = 50.0
_WORDED: Final = ("hu", "en")
"""Languages that messages are worded in."""


@dataclass(frozen=True, slots=True)
class FormOptions:
    """How a form is printed.

    Attributes:
        paper: Id of the paper.
        strict: Whether warnings are errors: then nothing is written.
        draft: Whether a list with errors of reading or unknown cards is printed all the same, as a draft.
        preview: Whether pictures of its pages are written, too.
    """

    paper: str = "a4"
    strict: bool = False
    draft: bool = False
    preview: bool = False


@dataclass(frozen=True, slots=True)
class PrintedForm(Printed):
    """What was printed, and the status of each list on it."""

    statuses: tuple[Status, ...] = ()


@dataclass(frozen=True, slots=True)
class FormTold:
    """What is told of a form beside its pages: see ``Printed``."""

    document: str
    game: str
    language: str
    title: str
    findings: tuple[Finding, ...] = ()
    statuses: tuple[Status, ...] = ()
    cards: int = 0
    draft: bool = False


def written(path: Path, made: MadeForm, told: FormTold, options: FormOptions) -> PrintedForm:
    """Write a finished form and return what is told of it.

    Findings of severity error in ``told`` are about the lists and stand on the form; they do not keep it back.

    Raises:
        CardtoolsError: Where preflight found something, or there are warnings and they count as errors.
    """
    strict = [one for one in told.findings if options.strict and one.severity == "warning"]
    if problems := (*made.findings, *strict):
        raise CardtoolsError(*problems, exit_code=1)
    preview = write_pdf(path, made.pdf, preview=options.preview)
    return PrintedForm(
        path,
        made.pages,
        cards=told.cards,
        findings=told.findings,
        document=told.document,
        game=told.game,
        language=told.language,
        title=told.title,
        preview=preview,
        paper=options.paper.lower(),
        draft=told.draft,
        statuses=told.statuses,
    )


def form_language(desk: Desk, languages: Sequence[str], document: str) -> tuple[Desk, tuple[Finding, ...]]:
    """Return a desk in the language to print in, and a warning where that is not the asked one.

    It is the asked one, else English, else the first of ``languages``.
    """
    if desk.language in languages:
        return desk, ()
    used = "en" if "en" in languages else languages[0]
    named = form_word(document, desk.language)
    params: dict[str, str | int] = {"document": named, "language": desk.language, "used": used}
    gap = Finding(code="language.gap", severity="warning", effect="none", params=params)
    return Desk(desk.catalog, Words(used)), (gap,)


def verdict_languages(info: GameInfo) -> tuple[str, ...]:
    """Return the languages that forms about deck lists of a game are printed in."""
    return tuple(dict.fromkeys((*_WORDED, *(one for one in info.languages if one in FORM_WORDS["registration"]))))


def unworded(desk: Desk, verdicts: Iterable[VerdictView], remarks: Sequence[str] = ()) -> tuple[Finding, ...]:
    """Return a warning where a form has messages and those are not worded in its language."""
    told = [*remarks, *(text for one in verdicts for text in (*one.findings, *one.remarks))]
    if desk.language in _WORDED or not told:
        return ()
    params: dict[str, str | int] = {"language": desk.language, "used": "en"}
    wording = "language.gap.messages"
    return (Finding(code="language.gap", wording=wording, severity="warning", effect="none", params=params),)


def qr_of(info: GameInfo, deck: Deck) -> tuple[str | None, float, tuple[Finding, ...]]:
    """Return the QR code of a deck and its width in mm; None, and why, where it would be too large or hard to read."""
    try:
        code = make_code(info.id, spelled(deck, info.languages[0]))
        width_mm = (qr_modules(code) + 2 * QUIET_ZONE) * _MODULE_MM
        if width_mm > _WIDEST_QR_MM:
            raise refuse("share.qr-too-long", actual=len(code), most=MOST_LETTERS)
        return qr_svg(code), width_mm, ()
    except CardtoolsError as error:
        told = (one.model_copy(update={"severity": "info", "effect": "none"}) for one in error.findings)
        return None, 0.0, tuple(told)


def pack_of(
    desk: Desk, info: GameInfo, cards: Sequence[Card], format_id: str | None, language: str
) -> tuple[dict[str, int] | None, str]:
    """Return the copies of each card in the fixed pack of a format, by id, and its name; None for the whole box.

    Raises:
        CardtoolsError: ``usage.no-formats`` for a format without a fixed pack.
    """
    if format_id is None:
        return None, ""
    one = resolve(format_id, desk.catalog.formats(info.id))
    fixed = next((rule for rule in one.rules if isinstance(rule, FixedRule)), None)
    if fixed is None:
        raise refuse("usage.no-formats", wording="usage.no-formats.pack", game=info.id, format=format_id)
    copies = fixed.contents(cards)
    for rule in one.rules:
        if isinstance(rule, PickRule):  # what the players pick is in as agreed where nobody says otherwise
            copies = {**copies, **dict.fromkeys(rule.cards, 0), **rule.agreed}
    return copies, text_in(one.name, language)


def lists_of(paths: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the lists that files and folders stand for, in order and once each, and what of the folders is no list.

    Raises:
        CardtoolsError: ``file.unreadable`` for a folder.
    """
    lists: list[str] = []
    left_out: list[str] = []
    for path in paths:
        if path == STDIN or kind_of(Path(path)) != "folder":
            lists.append(path)
            continue
        for file in _files(Path(path)):
            if file.suffix.lower() in ENDINGS:
                lists.append(str(file))
            else:
                left_out.append(file.name)
    return list(dict.fromkeys(lists)), left_out


def _files(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(folder.iterdir(), key=lambda file: (file.name.casefold(), file.name))
    except OSError as error:
        raise refuse("file.unreadable", path=folder, why=reason(error)) from error
    yield from (file for file in found if not file.name.startswith(".") and kind_of(file) == "file")
