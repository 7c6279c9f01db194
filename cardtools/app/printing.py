"""Print: reference sheets, the cards of a game and proxies of a deck, each read back before it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.app.desk import Desk
from cardtools.app.validation import STDIN, Validator
from cardtools.documents.card_faces import PrintedCard, game_cards, proxies
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.errors import CardtoolsError, refuse
from cardtools.imposition.grid import GridSpec
from cardtools.imposition.plan import MOST_CARDS, impose
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.model.printing import Backs, Marks, Size
from cardtools.store.files import LIST_LIMIT, check_writable, read_bytes, write_whole
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words

if TYPE_CHECKING:
    from cardtools.render.html import Templates


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How cards are laid on paper; lengths are millimetres.

    ``card_size`` None takes the game's own. ``strict`` takes warnings for errors: then nothing is written.
    """

    paper: str = "a4"
    card_size: str | None = None
    backs: Backs = "long"
    marks: Marks = "crop"
    gap_mm: float = 0.0
    bleed_mm: float = 0.0
    margin_mm: float = 5.0
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed: where it is, and the figures that preflight counted."""

    path: Path
    pages: int
    cards: int = 0
    faces: int = 0
    sheets: int = 0
    smallest_pt: float = 0.0
    findings: tuple[Finding, ...] = ()


def print_reference(desk: Desk, game: str, output: Path | None, paper: str = "a4", *, strict: bool = False) -> Printed:
    """Print the rules-reference sheet of a game.

    Raises:
        CardtoolsError: Where the game has none, or the file cannot be made whole and right.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    languages = desk.library.reference_languages(game)
    if not languages:
        raise refuse("usage.no-reference", game=game)
    language, warnings = _document_language(desk, languages, "reference")
    size = desk.library.paper(paper)
    path = output or Path("output") / f"{game}-reference-{language}.pdf"
    check_writable(path)
    from cardtools.render.documents import render_reference

    sheet = reference_sheet(desk.library.game(game), language)
    pdf, pages, findings = render_reference(sheet, size, _templates())
    _write(path, pdf, (*findings, *(warnings if strict else ())))
    return Printed(path, pages, findings=warnings)


def print_cards(desk: Desk, game: str, output: Path | None, options: SheetOptions) -> Printed:
    """Print every card of a game's box, as often as it is in it.

    Raises:
        CardtoolsError: Where the game has no cards, or the file cannot be made whole and right.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    file = desk.catalog.cards(info)
    if file is None:
        raise refuse("data.no-cards", game=game)
    language, warnings = _document_language(desk, info.languages, "cards")
    path = output or Path("output") / f"{game}-cards-{language}.pdf"
    own = (shipped("templates") / "games" / game / "front.html.j2").is_file()
    cards = list(game_cards(info, file.cards, language, None if own else "cards/generic_"))
    return _print(desk, info, cards, path, options, language, warnings, "cards")


def print_proxies(
    desk: Desk,
    game: str,
    list_path: str,
    pool: Path | None,
    output: Path | None,
    options: SheetOptions,
    stdin: bytes | None = None,
    encoding: str | None = None,
) -> Printed:
    """Print text proxies of every card of a deck list, in the order of the list.

    Raises:
        CardtoolsError: For a list with an error of reading or an unknown card: then nothing is printed.
    """
    validator = Validator.prepare(desk, game, (), pool)
    info = validator.info
    content = (stdin or b"") if list_path == STDIN else read_bytes(Path(list_path), LIST_LIMIT)
    deck = validator.read(content, list_path, encoding)
    told = (*deck.listing.findings, *deck.findings)
    if errors := [finding for finding in told if finding.severity == "error"]:
        raise CardtoolsError(*errors, exit_code=1)
    copies: Counter[str] = Counter()
    by_id: dict[str, Card] = {}
    for slot in deck.slots:
        if slot.card is not None:
            copies[slot.card.id] += slot.entry.count
            by_id[slot.card.id] = slot.card
    language, warnings = _document_language(desk, info.languages, "proxies")
    stem = "stdin" if list_path == STDIN else Path(list_path).stem
    path = output or Path("output") / f"{game}-proxies-{stem}-{language}.pdf"
    label = Words(language).text("label.proxy")
    wanted = [(by_id[one], count) for one, count in copies.items()]
    cards = list(proxies(info, wanted, language, label, texts_known="text" in validator.facts))
    told = (*validator.pool_findings, *told)
    return _print(desk, info, cards, path, options, language, (*told, *warnings), "proxies")


def _print(
    desk: Desk,
    info: GameInfo,
    cards: Sequence[PrintedCard],
    path: Path,
    options: SheetOptions,
    language: str,
    warnings: tuple[Finding, ...],
    document: str,
) -> Printed:
    paper = desk.library.paper(options.paper)
    card = desk.library.card_size(options.card_size or info.card_size)
    check_writable(path)
    spec = _spec(paper, card, options)
    total = sum(one.copies for one in cards)
    if total > MOST_CARDS:  # before the copies are written out
        raise refuse("print.too-many", cards=total, most=MOST_CARDS, exit_code=1)
    keys = [(one.front.key, one.back.key) for one in cards for _ in range(one.copies)]
    plan = impose(keys, spec, options.backs, options.marks)
    wanted = [one.front for one in cards] + ([one.back for one in cards] if options.backs != "none" else [])
    faces = list({face.key: face for face in wanted}.values())
    words = Words(language)
    title = f"{text_in(info.name, language)} – {words.text(f'document.{document}')}"
    from cardtools.render.documents import render_sheets

    pdf, smallest, findings = render_sheets(plan, faces, spec, _templates(), language, title, words)
    problems, notes = _sorted_out((*findings, *_unknown(cards)))
    told = (*warnings, *notes)
    _write(path, pdf, (*problems, *(one for one in told if options.strict and one.severity == "warning")))
    return Printed(
        path,
        pages=len(plan.sheets),
        cards=len(keys),
        faces=len(faces),
        sheets=sum(1 for sheet in plan.sheets if sheet.side == "front"),
        smallest_pt=smallest,
        findings=told,
    )


def _unknown(cards: Sequence[PrintedCard]) -> list[Finding]:
    """Return a warning that counts what is not known and prints as a blank to fill in by hand."""
    count = sum(len(one.front.blanks) * one.copies for one in cards)
    if not count:
        return []
    return [Finding(code="print.unknown-fact", severity="warning", effect="none", params={"count": count})]


def _sorted_out(findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    errors = [finding for finding in findings if finding.severity == "error"]
    return errors, [finding for finding in findings if finding.severity != "error"]


def _spec(paper: Size, card: Size, options: SheetOptions) -> GridSpec:
    return GridSpec(
        paper_width_mm=paper.width_mm,
        paper_height_mm=paper.height_mm,
        card_width_mm=card.width_mm,
        card_height_mm=card.height_mm,
        margin_mm=options.margin_mm,
        gap_mm=options.gap_mm,
        bleed_mm=options.bleed_mm,
    )


def _document_language(desk: Desk, languages: Sequence[str], document: str) -> tuple[str, tuple[Finding, ...]]:
    """Return the language to print in: the asked one, else English, else the first, with a warning."""
    if desk.language in languages:
        return desk.language, ()
    used = "en" if "en" in languages else languages[0]
    gap = Finding(
        code="language.gap",
        severity="warning",
        effect="none",
        params={"document": desk.words.text(f"document.{document}"), "language": desk.language, "used": used},
    )
    return used, (gap,)


def _templates() -> Templates:
    from cardtools.render.html import Templates

    return Templates(shipped("templates"))


def _write(path: Path, pdf: bytes, findings: Sequence[Finding]) -> None:
    if findings:
        raise CardtoolsError(*findings, exit_code=1)
    write_whole(path, pdf)
