"""Print forms: a deck's registration sheet, setup slips, the checklist of a box, and the verdicts on many lists."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.app.form_parts import (
    FormOptions,
    FormTold,
    PrintedForm,
    form_language,
    lists_of,
    pack_of,
    qr_of,
    unworded,
    verdict_languages,
    written,
)
from cardtools.app.print_output import check_pdf
from cardtools.app.print_run import OUTPUT, templates
from cardtools.app.setup import set_up
from cardtools.app.validation import STDIN, Terms, Validator
from cardtools.documents.checklist import checklist
from cardtools.documents.form_page import card_words
from cardtools.documents.form_words import form_word
from cardtools.documents.registration import Entrant, registration_sheet
from cardtools.documents.setup_sheet import setup_slip
from cardtools.documents.verdict_list import Judged, verdict_list
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.model.finding import Finding
from cardtools.store.files import LIST_LIMIT, read_bytes

SLIPS: Final = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
"""How many slips lie beside and below one another, by how many stand on a sheet."""
MOST_LISTS: Final = 2000
"""Most lists of one verdict list: some hundred pages."""
_NO_OPTIONS: Final = FormOptions()


def print_registration(
    desk: Desk,
    game: str,
    list_path: str,
    output: Path | None,
    options: FormOptions = _NO_OPTIONS,
    *,
    format_id: str | None = None,
    pool: Path | None = None,
    entrant: Entrant | None = None,
    terms: Terms | None = None,
    stdin: bytes | None = None,
    encoding: str | None = None,
) -> PrintedForm:
    """Print the registration sheet of a deck; an illegal deck has its sheet too, with the verdict on it.

    Args:
        desk: Games and language.
        game: The game's id.
        list_path: The list, ``-`` for ``stdin``.
        output: The file to write; in ``output`` where it is absent.
        options: How it is printed.
        format_id: The format judged by; the game's default one where it is absent.
        pool: Card pool.
        entrant: What goes before the headers of the list.
        terms: What the format leaves to the players.
        stdin: What stands on standard input.
        encoding: Of the list, where it is not UTF-8.

    Raises:
        CardtoolsError: For a list with an error of reading or an unknown card, unless a draft is asked for; for an
            empty one; where the file cannot be made whole and right.
    """
    validator = Validator.prepare(desk, game, () if format_id is None else (format_id,), pool, terms)
    info = validator.info
    content = (stdin or b"") if list_path == STDIN else read_bytes(Path(list_path), LIST_LIMIT)
    deck = validator.read(content, list_path, encoding)
    told = (*deck.listing.findings, *deck.findings)
    errors = [finding for finding in told if finding.severity == "error"]
    if errors and not options.draft:
        raise CardtoolsError(*errors, exit_code=1)
    if not deck.slots:
        raise refuse("print.no-cards", path=list_path, exit_code=1)
    shown, gap = form_language(desk, verdict_languages(info), "registration")
    path = output or _path(info.id, "registration", "stdin" if list_path == STDIN else Path(list_path).stem, shown)
    check_pdf(path, desk, (list_path, pool), preview=options.preview)
    (verdict,) = validator.judge_deck(deck)
    format_name = text_in(validator.formats[0].name, shown.language)
    named = shown.names_of(info) | card_words((*validator.box, *validator.cards), info, shown.language)
    sheet = registration_sheet(
        info, deck, verdict, format_name, shown.words, named, entrant, draft=options.draft
    )  # fmt: skip
    qr, qr_mm, untold = qr_of(info, deck)
    from cardtools.render.form_sheets import render_form

    paper = desk.library.paper(options.paper)
    made = render_form("registration", sheet, paper, templates(), qr_svg=qr, qr_mm=qr_mm)
    findings = (*validator.pool_findings, *verdict.findings, *untold, *gap, *unworded(shown, (sheet.verdict,)))
    outcome = FormTold(
        "registration",
        info.id,
        shown.language,
        sheet.head.heading,
        findings,
        (verdict.status,),
        cards=sum(section.count for section in sheet.sections),
        draft=options.draft,
    )
    return written(path, made, outcome, options)


def print_setup(
    desk: Desk,
    game: str,
    players: Sequence[int | None],
    output: Path | None,
    options: FormOptions = _NO_OPTIONS,
    *,
    variant: str | None = None,
    slips: int = 1,
) -> PrintedForm:
    """Print setup slips: for one number of players as many as stand on a sheet, for several one of each.

    Args:
        desk: Games and language.
        game: The game's id.
        players: Numbers of players, at least one; None where it makes no difference.
        output: The file to write; in ``output`` where it is absent.
        options: How it is printed.
        variant: Id of a way to set it up.
        slips: On a sheet: 1, 2 or 4.

    Raises:
        CardtoolsError: See ``set_up``; ``print.sheet`` where a slip has no room at the smallest type.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    shown, gap = form_language(desk, info.languages, "setup")
    plans = [set_up(shown, game, one, variant)[1] for one in players]
    for_players = "-".join(str(one) for one in players if one is not None)
    path = output or _path(game, "setup", *(part for part in (for_players, variant) if part), shown)
    check_pdf(path, desk, preview=options.preview)
    from cardtools.render.form_sheets import render_slips

    views = [setup_slip(info, plan, shown.language) for plan in plans]
    copies = views * slips if len(views) == 1 else views
    made = render_slips(copies, *SLIPS[slips], desk.library.paper(options.paper), templates())
    title = f"{views[0].head.title} – {form_word('setup', shown.language)}"
    return written(path, made, FormTold("setup", game, shown.language, title, gap), options)


def print_checklist(
    desk: Desk,
    game: str,
    output: Path | None,
    options: FormOptions = _NO_OPTIONS,
    *,
    format_id: str | None = None,
) -> PrintedForm:
    """Print the checklist of a box, or of the fixed pack of a format.

    Raises:
        CardtoolsError: ``data.no-cards``; ``usage.no-formats`` for a format without a fixed pack.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    file = desk.catalog.cards(info)
    if file is None:
        raise refuse("data.no-cards", game=game)
    shown, gap = form_language(desk, info.languages, "checklist")
    copies, what = pack_of(desk, info, file.cards, format_id, shown.language)
    if not what and not file.complete:
        what = form_word("box-known", shown.language)
    path = output or _path(game, "checklist", *([format_id] if format_id else []), shown)
    check_pdf(path, desk, preview=options.preview)
    sheet = checklist(info, file.cards, shown.language, copies, what)
    from cardtools.render.form_sheets import render_form

    made = render_form("checklist", sheet, desk.library.paper(options.paper), templates())
    findings = list(gap)
    if sheet.unknown:
        findings.append(_note("print.unknown-fact", sheet.unknown, warning=True))
    if not file.complete:
        findings.append(_note("pool.partial", len(file.cards)))
    told = FormTold("checklist", game, shown.language, sheet.head.heading, tuple(findings), cards=sheet.total)
    return written(path, made, told, options)


def print_verdicts(
    desk: Desk,
    game: str,
    paths: Sequence[str],
    output: Path | None,
    options: FormOptions = _NO_OPTIONS,
    *,
    format_id: str | None = None,
    pool: Path | None = None,
    terms: Terms | None = None,
    stdin: bytes | None = None,
    encoding: str | None = None,
) -> PrintedForm:
    """Print what a format says about lists; a folder stands for the lists in it. See ``print_registration``.

    Raises:
        CardtoolsError: See ``Validator.prepare``; ``print.no-cards`` where there is no list; ``print.too-many``.
    """
    validator = Validator.prepare(desk, game, () if format_id is None else (format_id,), pool, terms)
    lists, left_out = lists_of(paths)
    if not lists:
        raise refuse("print.no-cards", path=next(iter(paths), None), exit_code=1)
    if len(lists) > MOST_LISTS:
        raise refuse("print.too-many", wording="print.too-many.lists", cards=len(lists), most=MOST_LISTS, exit_code=1)
    shown, gap = form_language(desk, verdict_languages(validator.info), "verdicts")
    whose = [Path(paths[0]).absolute().stem] if len(paths) == 1 and paths[0] != STDIN else []
    path = output or _path(game, "verdicts", *whose, shown)
    check_pdf(path, desk, (*lists, pool), preview=options.preview)
    each = validator.judge_each(lists, stdin, encoding)
    judged = [Judged(one, deck, verdicts[0]) for one, (deck, verdicts) in zip(lists, each, strict=True)]
    (rules,) = validator.formats
    day = validator.day(rules.id)
    when = shown.words.text("report.on", day=day.isoformat()) if day else ""
    name = text_in(rules.name, shown.language)
    info = validator.info
    named = shown.names_of(info) | card_words((*validator.box, *validator.cards), info, shown.language)
    sheet = verdict_list(validator.info, judged, name, shown.words, named, left_out, when)
    from cardtools.render.form_sheets import render_form

    made = render_form("verdicts", sheet, desk.library.paper(options.paper), templates())
    statuses = tuple(one.verdict.status for one in judged)
    found = (*validator.pool_findings, *gap, *unworded(shown, [row.verdict for row in sheet.rows], sheet.remarks))
    told = FormTold("verdicts", validator.info.id, shown.language, sheet.head.heading, found, statuses)
    return written(path, made, told, options)


def _note(code: str, count: int, *, warning: bool = False) -> Finding:
    return Finding(code=code, severity="warning" if warning else "info", effect="none", params={"count": count})


def _path(game: str, *parts: str | Desk) -> Path:
    """Return where a form goes that nobody named: game, document, variant and language."""
    named = (part if isinstance(part, str) else part.language for part in parts)
    return OUTPUT / f"{'-'.join((game, *named))}.pdf"
