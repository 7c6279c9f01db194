"""The documents that the print room offers, each with its options and the function of ``app`` that prints it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from cardtools.app import printing
from cardtools.app.desk import Desk
from cardtools.app.print_forms import print_checklist, print_registration, print_setup
from cardtools.app.print_options import Printed
from cardtools.app.printing import Press, Progress
from cardtools.app.score_pads import PadOptions, print_score_pad
from cardtools.documents.reference_format import Fold
from cardtools.documents.registration import Entrant
from cardtools.web.print_options import (
    Option,
    as_form_options,
    as_number,
    as_sheet_options,
    choice,
    number,
    papers,
    printer_options,
    sheet_options,
    shift,
    tick,
)

Needs = Literal["game", "deck", "nothing"]

_SLIPS: Final = ("1", "2", "4")
_PADS: Final = ("1", "2", "4")
_PAGES: Final = ("en", "hu")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: ``options`` by name, within their bounds; a deck as a file of ours."""

    document: str
    game: str
    language: str
    options: Mapping[str, str]
    deck: Path | None = None
    pool: Path | None = None
    format_id: str | None = None
    data: Path | None = None


Tell = Callable[[Progress], None]
Make = Callable[[Desk, Order, Path, Tell], Printed]


@dataclass(frozen=True, slots=True)
class Document:
    """A document that can be printed.

    Attributes:
        id: Also the key ``web.document.<id>`` of its name.
        languages: Which languages it comes in for a game; none where the game has no such document.
        make: Prints it to a file, or a folder of files of that name, and tells how far it is.
    """

    id: str
    needs: Needs
    languages: Callable[[Desk, str], tuple[str, ...]]
    options: Callable[[Desk, str], tuple[Option, ...]]
    make: Make


def _card_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages if desk.catalog.path(game, "cards.yaml") is not None else ()


def _any_language(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages


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
        tick("strict", finer=True),
    )


def _cards(desk: Desk, order: Order, path: Path, tell: Tell) -> Printed:
    return printing.print_cards(desk, order.game, path, as_sheet_options(desk, order.options), Press(tell))


def _proxies(desk: Desk, order: Order, path: Path, tell: Tell) -> Printed:
    options = as_sheet_options(desk, order.options)
    return printing.print_proxies(desk, order.game, str(order.deck), order.pool, path, options, press=Press(tell))


def _sheet_options(desk: Desk, _: str) -> tuple[Option, ...]:
    return sheet_options(desk)


def _registration(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    sent = order.options
    entrant = Entrant(sent.get("player") or None, sent.get("event") or None, sent.get("date") or None)
    options = as_form_options(sent)
    return print_registration(
        desk, order.game, str(order.deck), path, options, format_id=order.format_id, pool=order.pool, entrant=entrant
    )


def _registration_options(desk: Desk, _: str) -> tuple[Option, ...]:
    entrant = tuple(Option(name, "text") for name in ("player", "event", "date"))
    return *entrant, papers(desk), tick("draft", finer=True), tick("strict", finer=True)


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
    return number("players", most, str(least), least=least), *variants, choice("slips", "1", _SLIPS), papers(desk)


def _checklist(desk: Desk, order: Order, path: Path, _: Tell) -> Printed:
    return print_checklist(desk, order.game, path, as_form_options(order.options))


def _paper_options(desk: Desk, _: str) -> tuple[Option, ...]:
    return (papers(desk),)


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
    )
    return print_score_pad(desk, order.game, path, options)


def _pad_languages(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages if desk.library.scoring(game) is not None else ()


def _pad_options(desk: Desk, game: str) -> tuple[Option, ...]:
    most = (desk.catalog.info(game).players.max if game else None) or 10
    return (
        number("players", most, least=1), number("rounds", 60, least=1), choice("n_up", "1", _PADS), papers(desk),
        tick("economy"),
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
    Document("cards", "game", _card_languages, _sheet_options, _cards),
    Document("proxies", "deck", _any_language, _sheet_options, _proxies),
    Document("registration", "deck", _page_languages, _registration_options, _registration),
    Document("scorepad", "game", _pad_languages, _pad_options, _score_pad),
    Document("setup", "game", _setup_languages, _setup_options, _setup),
    Document("checklist", "game", _card_languages, _paper_options, _checklist),
    Document("calibration", "nothing", _page_languages, _calibration_options, _calibration),
)


def document(name: str) -> Document | None:
    """Return a document by its id, None where there is none."""
    return next((one for one in DOCUMENTS if one.id == name), None)
