"""The documents that the print room offers, each with its options and the function of ``app`` that prints it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, get_args

from cardtools.app import printing
from cardtools.app.desk import Desk
from cardtools.app.print_forms import print_checklist, print_registration, print_setup, print_verdicts
from cardtools.app.print_options import Printed
from cardtools.app.score_pads import PadOptions, print_score_pad
from cardtools.app.validation import Terms
from cardtools.documents.reference_format import Fold
from cardtools.documents.registration import Entrant
from cardtools.legality.formats import resolve
from cardtools.model.base import text_in
from cardtools.model.rules import FixedRule
from cardtools.web.print_card_documents import CARDS, LISTS, PROTOTYPES, PROXIES, card_languages
from cardtools.web.print_options import (
    Option,
    as_form_options,
    as_number,
    choice,
    number,
    papers,
    printer_options,
    shift,
    tick,
)
from cardtools.web.print_order import Document, FileField, Order, Tell

_SLIPS: Final = ("1", "2", "4")
_PADS: Final = ("1", "2", "4")
_PAGES: Final = ("en", "hu")
_STRICT: Final = tick("strict", finer=True)
_MOST_LISTS: Final = 300


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
    entrant = Entrant(sent.get("player") or None, sent.get("event") or None, sent.get("date") or None)
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
        terms=Terms(choices=dict(order.choices)),
    )


def _registration_options(desk: Desk, _: str) -> tuple[Option, ...]:
    entrant = tuple(Option(name, "text") for name in ("player", "event", "date"))
    return *entrant, papers(desk), tick("draft", finer=True), _STRICT


def _setup(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    players = as_number(sent.get("players", ""))
    counts = (None if players is None else round(players),)
    variant, slips = sent.get("variant") or None, int(sent.get("slips") or 1)
    return print_setup(desk, order.game, counts, path, as_form_options(sent), variant=variant, slips=slips)


def _setup_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages if desk.library.setups(game) else ()


def _setup_options(desk: Desk, game: str) -> tuple[Option, ...]:
    ids = tuple(one.id for one in desk.library.setups(game)) if game else ()
    variants = (choice("variant", "", ("", *ids)),) if len(ids) > 1 else ()
    bounds = desk.catalog.info(game).players if game else None
    least, most = (bounds.min or 1, bounds.max or 20) if bounds else (1, 20)
    return (
        number("players", most, str(least), least=least),
        *variants,
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
    chosen = (Option("format", "choice", "", (box, *packs)),) if packs else ()
    return *chosen, papers(desk), _STRICT


def _verdicts(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    lists = [str(one) for one in order.files.get("lists", ())]
    options = as_form_options(order.options)
    format_id = order.options.get("format") or None
    return print_verdicts(desk, order.game, lists, path, options, format_id=format_id, pool=order.pool)


def _verdict_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return _PAGES if desk.catalog.formats(game) else ()


def _verdict_options(desk: Desk, game: str) -> tuple[Option, ...]:
    formats = desk.catalog.formats(game) if game else ()
    named = tuple((one.id, text_in(one.name, desk.language)) for one in formats)
    usual = (desk.catalog.info(game).default_format or named[0][0]) if named else ""
    return Option("format", "choice", usual, named), papers(desk), _STRICT


def _score_pad(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    players, rounds = (as_number(sent.get(key, "")) for key in ("players", "rounds"))
    n_up: Any = int(sent.get("n_up") or 1)
    options = PadOptions(
        players=None if players is None else round(players),
        rounds=None if rounds is None else round(rounds),
        n_up=n_up,
        paper=sent.get("paper") or "a4",
        economy=sent.get("economy") == "1",
        session=order.file("evening"),
        variant=sent.get("variant") or None,
        strict=sent.get("strict") == "1",
    )
    return print_score_pad(desk, order.game, path, options)


def _pad_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages if desk.library.scoring(game) is not None else ()


def _pad_options(desk: Desk, game: str) -> tuple[Option, ...]:
    scoring = desk.library.scoring(game) if game else None
    ways = tuple((one.id, text_in(one.name, desk.language)) for one in (scoring.variants if scoring else ()))
    variants = (Option("variant", "choice", "", (("", ""), *ways)),) if len(ways) > 1 else ()
    most = (desk.catalog.info(game).players.max if game else None) or 10
    return (
        *variants, number("players", most, least=1), number("rounds", 60, least=1), choice("n_up", "1", _PADS),
        papers(desk), tick("economy"), _STRICT,
    )  # fmt: skip


def _calibration(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    backs: Any = sent.get("backs") or "long"
    return printing.print_calibration(
        desk, path, sent.get("paper") or "a4", backs, landscape=sent.get("landscape") == "1", shift=shift(sent) or None
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
    Document("registration", "deck", _page_languages, _registration_options, _registration),
    Document("scorepad", "game", _pad_languages, _pad_options, _score_pad),
    Document("setup", "game", _setup_languages, _setup_options, _setup),
    Document("checklist", "game", card_languages, _checklist_options, _checklist),
    Document(
        "verdicts",
        "lists",
        _verdict_languages,
        _verdict_options,
        _verdicts,
        (FileField("lists", LISTS, most=_MOST_LISTS, required=True),),
    ),
    Document("calibration", "nothing", _page_languages, _calibration_options, _calibration),
)


def document(name: str) -> Document | None:
    """Return a document by its id, None where there is none."""
    return next((one for one in DOCUMENTS if one.id == name), None)
