"""The documents that the print room offers, each with its options and the function of ``app`` that prints it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, get_args

from cardtools.app import printing
from cardtools.app.desk import Desk
from cardtools.app.form_parts import verdict_languages
from cardtools.app.print_forms import print_checklist, print_registration, print_setup, print_verdicts
from cardtools.app.print_options import Printed
from cardtools.app.score_pads import PadOptions, print_score_pad
from cardtools.app.validation import Terms
from cardtools.documents.reference_format import Fold
from cardtools.documents.registration import Entrant
from cardtools.documents.score_pad import MOST_PLAYERS, MOST_ROUNDS
from cardtools.imposition.selection import parse_numbers
from cardtools.legality.binding import choices_of, values_of
from cardtools.legality.formats import resolve
from cardtools.model.base import text_in
from cardtools.model.rules import FixedRule, day_of
from cardtools.web.print_card_documents import CARDS, LISTS, PROTOTYPES, PROXIES, card_languages
from cardtools.web.print_fields import Option, as_whole, choice, number, numbers, tick
from cardtools.web.print_options import as_form_options, encoding, papers, printer_options, shift
from cardtools.web.print_order import Document, FileField, Order, Tell

_SESSIONS: Final = ".jsonl,.yaml,.yml"
_SLIPS: Final = ("1", "2", "4")
_PADS: Final = ("1", "2", "4")
_PAGES: Final = ("en", "hu")
_STRICT: Final = tick("strict", finer=True)
_MOST_LISTS: Final = 300
_MOST_AT_TABLE: Final = 99
CHOICE: Final = "choice-"
"""How the names of options begin that say what the players agreed on."""


def _page_languages(_: Desk, __: str) -> tuple[str, ...]:
    return _PAGES


def _reference(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    fold: Any = sent.get("fold") or "none"
    ticks: dict[str, Any] = {key: sent.get(key) == "1" for key in ("economy", "large", "strict")}
    return printing.print_reference(desk, order.game, path, sent.get("paper") or "a4", fold=fold, **ticks)


def _reference_options(desk: Desk, _: str) -> tuple[Option, ...]:
    return (
        papers(desk),
        choice("fold", "none", get_args(Fold)),
        tick("economy"),
        tick("large"),
        _STRICT,
    )


def _registration(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    said = {name: sent.get(name) or None for name in ("player", "event", "date")}
    entrant = Entrant(**said, deck=order.deck_name or None)
    options = as_form_options(sent)
    return print_registration(
        desk,
        order.game,
        str(order.file("deck")),
        path,
        options,
        format_id=order.format_id,
        pool=order.pool,
        entrant=entrant,
        terms=_terms(order),
    )


def _terms(order: Order) -> Terms:
    """Return what lists are judged by besides the format."""
    sent = order.options
    agreed = {name.removeprefix(CHOICE): value for name, value in sent.items() if name.startswith(CHOICE) and value}
    on = day_of(sent["on"]) if sent.get("on") else None
    return Terms(as_whole(sent.get("players", "")), on, {**order.choices, **agreed})


def _judged_options() -> tuple[Option, ...]:
    """Return who plays and when, for formats that depend on it."""
    return number("players", _MOST_AT_TABLE, least=1, finer=True), Option("on", "date", finer=True)


def _registration_options(desk: Desk, _: str) -> tuple[Option, ...]:
    entrant = tuple(Option(name, "text") for name in ("player", "event", "date"))
    return *entrant, papers(desk), *_judged_options(), tick("draft", finer=True), _STRICT


def _judged_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return verdict_languages(desk.catalog.info(game)) if desk.catalog.formats(game) else ()


def _setup(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    counts = parse_numbers(sent["players"]) if sent.get("players") else (None,)
    variant, slips = sent.get("variant") or None, int(sent.get("slips") or 1)
    return print_setup(desk, order.game, counts, path, as_form_options(sent), variant=variant, slips=slips)


def _setup_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages if desk.library.setups(game) else ()


def _setup_options(desk: Desk, game: str) -> tuple[Option, ...]:
    ids = tuple(one.id for one in desk.library.setups(game)) if game else ()
    bounds = desk.catalog.info(game).players if game else None
    least, most = (bounds.min, bounds.max) if bounds else (None, None)
    return (
        numbers("players", str(least or ""), least=least or 1, most=most or _MOST_AT_TABLE),
        choice("variant", "", ("", *ids) if len(ids) > 1 else ("",)),
        choice("slips", "1", _SLIPS),
        papers(desk),
        _STRICT,
    )


def _checklist(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    options = as_form_options(order.options)
    return print_checklist(desk, order.game, path, options, format_id=order.options.get("format") or None)


def _checklist_options(desk: Desk, game: str) -> tuple[Option, ...]:
    formats = desk.catalog.formats(game) if game else ()
    packs = tuple(
        (one.id, text_in(one.name, desk.language))
        for one in formats
        if any(isinstance(rule, FixedRule) for rule in resolve(one.id, formats).rules)
    )
    box = ("", desk.words.text("web.option.format.box"))
    return Option("format", "choice", "", (box, *packs)), papers(desk), _STRICT


def _verdicts(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    lists = [str(one) for one in order.files.get("lists", ())]
    options = as_form_options(order.options)
    format_id = order.options.get("format") or None
    return print_verdicts(
        desk,
        order.game,
        lists,
        path,
        options,
        format_id=format_id,
        pool=order.pool,
        terms=_terms(order),
        encoding=order.options.get("encoding") or None,
    )


def _verdict_options(desk: Desk, game: str) -> tuple[Option, ...]:
    formats = desk.catalog.formats(game) if game else ()
    named = tuple((one.id, text_in(one.name, desk.language)) for one in formats)
    usual = desk.catalog.info(game).default_format if game else None
    told = desk.words.text("web.option.format.usual", format=dict(named).get(usual or "", ""))
    by_itself = (("", told),) if usual else ()
    resolved = [resolve(one.id, formats) for one in formats]
    agreed = (
        Option(f"{CHOICE}{name}", "choice", "", (("", ""), *((value, "") for value in values)), finer=True)
        if (values := values_of(name, resolved))
        else Option(f"{CHOICE}{name}", "text", finer=True)
        for name in choices_of(resolved)
    )
    first = "" if usual or not named else named[0][0]
    chosen = Option("format", "choice", first, (*by_itself, *named))
    return chosen, papers(desk), *_judged_options(), *agreed, encoding(), _STRICT


def _score_pad(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    n_up: Any = int(sent.get("n_up") or 1)
    options = PadOptions(
        players=as_whole(sent.get("players", "")),
        rounds=as_whole(sent.get("rounds", "")),
        n_up=n_up,
        paper=sent.get("paper") or "a4",
        economy=sent.get("economy") == "1",
        session=order.file("evening") or order.file("session"),
        variant=sent.get("variant") or None,
        strict=sent.get("strict") == "1",
    )
    return print_score_pad(desk, order.game, path, options)


def _pad_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages if desk.library.scoring(game) is not None else ()


def _pad_options(desk: Desk, game: str) -> tuple[Option, ...]:
    scoring = desk.library.scoring(game) if game else None
    ways = tuple((one.id, text_in(one.name, desk.language)) for one in (scoring.variants if scoring else ()))
    variants = Option("variant", "choice", "", (("", ""), *ways) if len(ways) > 1 else (("", ""),))
    most = (desk.catalog.info(game).players.max if game else None) or MOST_PLAYERS
    return (
        variants, number("players", most, least=1), number("rounds", MOST_ROUNDS, least=1), choice("n_up", "1", _PADS),
        papers(desk), tick("economy"), _STRICT,
    )  # fmt: skip


def _calibration(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    backs: Any = sent.get("backs") or "long"
    moved = shift(sent) if any(sent.get(one.name) for one in printer_options()) else None
    return printing.print_calibration(
        desk, path, sent.get("paper") or "a4", backs, landscape=sent.get("landscape") == "1", shift=moved
    )


def _calibration_options(desk: Desk, _: str) -> tuple[Option, ...]:
    return papers(desk), choice("backs", "long", ("long", "short")), tick("landscape"), *printer_options()


def _reference_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return tuple(desk.library.reference_languages(game))


DOCUMENTS: Final = (
    Document("reference", "game", _reference_languages, _reference_options, _reference),
    CARDS,
    PROXIES,
    PROTOTYPES,
    Document("registration", "deck", _judged_languages, _registration_options, _registration),
    Document(
        "scorepad", "game", _pad_languages, _pad_options, _score_pad, (FileField("session", _SESSIONS, finer=True),)
    ),
    Document("setup", "game", _setup_languages, _setup_options, _setup),
    Document("checklist", "game", card_languages, _checklist_options, _checklist),
    Document(
        "verdicts",
        "lists",
        _judged_languages,
        _verdict_options,
        _verdicts,
        (FileField("lists", LISTS, most=_MOST_LISTS, required=True),),
    ),
    Document("calibration", "nothing", _page_languages, _calibration_options, _calibration),
)


def document(name: str) -> Document | None:
    """Return a document by its id, None where there is none."""
    return next((one for one in DOCUMENTS if one.id == name), None)
