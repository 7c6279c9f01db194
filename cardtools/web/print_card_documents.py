"""Documents of cards in the print room: those of a game, proxies of a deck, and prototypes from a table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from cardtools.app import printing
from cardtools.app.desk import LANGUAGES, Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.printing import Press
from cardtools.errors import refuse
from cardtools.web.print_fields import Option, number, tick
from cardtools.web.print_options import LANGUAGE_NAMES, as_sheet_options, encoding, sheet_options
from cardtools.web.print_order import Document, FileField, Order, Tell

LISTS: Final = ".txt,.csv,.tsv,.xlsx,.yaml,.yml,.json,.cod,.dek"
_TABLES: Final = ".csv,.tsv,.xlsx,.yaml,.yml"
_TEMPLATES: Final = ".j2,image/*"
_FRONT: Final = "front.html.j2"
_PICTURES: Final = FileField("pictures", "image/*", most=200)


def card_languages(desk: Desk, game: str) -> tuple[str, ...]:
    """Return the languages that the cards of a game come in, none where nobody says which cards it has."""
    return desk.catalog.info(game).languages if desk.catalog.path(game, "cards.yaml") is not None else ()


def _any_language(desk: Desk, game: str) -> tuple[str, ...]:
    return desk.catalog.info(game).languages


def _all_languages(_: Desk, __: str) -> tuple[str, ...]:
    return LANGUAGES


def _cards(desk: Desk, order: Order, path: Path, tell: Tell) -> Printed:
    return printing.print_cards(desk, order.game, path, _options(desk, order), Press(tell))


def _card_options(desk: Desk, game: str) -> tuple[Option, ...]:
    return *sheet_options(desk), *_second(desk, game)


def _proxies(desk: Desk, order: Order, path: Path, tell: Tell) -> Printed:
    return printing.print_proxies(
        desk,
        order.game,
        str(order.file("deck")),
        order.pool,
        path,
        _options(desk, order),
        owned=order.file("owned"),
        owned_encoding=order.options.get("encoding") or None,
        format_id=order.format_id,
        press=Press(tell),
    )


def _proxy_options(desk: Desk, game: str) -> tuple[Option, ...]:
    return *sheet_options(desk), tick("deck_card"), *_second(desk, game), _dpi(), encoding()


def _prototypes(desk: Desk, order: Order, path: Path, tell: Tell) -> Printed:
    return printing.print_prototypes(
        desk,
        str(order.file("table")),
        path,
        _options(desk, order),
        Press(tell),
        template=_template(order),
        encoding=order.options.get("encoding") or None,
    )


def _template(order: Order) -> Path | None:
    """Return the template of the fronts among the files that were sent with it, which it may use.

    Raises:
        CardtoolsError: ``web.print.template`` where nothing tells which one it is.
    """
    sent = order.files.get("template", ())
    if len(sent) < 2:
        return order.file("template")
    templates = [path for path in sent if path.suffix.lower() == ".j2"]
    fronts = [path for path in templates if path.name == _FRONT] or templates
    if len(fronts) != 1:
        raise refuse("web.print.template", name=_FRONT, exit_code=1)
    return fronts[0]


def _prototype_options(desk: Desk, _: str) -> tuple[Option, ...]:
    return *sheet_options(desk), _dpi(), encoding()


def _options(desk: Desk, order: Order) -> SheetOptions:
    """Return the options of an order, with the folder that its pictures were put into."""
    pictures = order.file("pictures")
    return as_sheet_options(desk, order.options, None if pictures is None else pictures.parent)


def _second(desk: Desk, game: str) -> tuple[Option, ...]:
    """Return the choice of a second language on the cards, where a game has several."""
    known = desk.catalog.info(game).languages if game else ()
    none = ("", desk.words.text("web.option.second.none"))
    values = (none, *((one, LANGUAGE_NAMES.get(one, one)) for one in known))
    return (Option("second", "choice", "", values, finer=True),)


def _dpi() -> Option:
    return number("dpi", 1200, "300", least=72, finer=True)


CARDS: Final = Document("cards", "game", card_languages, _card_options, _cards)
PROXIES: Final = Document(
    "proxies",
    "deck",
    _any_language,
    _proxy_options,
    _proxies,
    (FileField("owned", LISTS, finer=True), replace(_PICTURES, finer=True)),
)
PROTOTYPES: Final = Document(
    "prototypes",
    "nothing",
    _all_languages,
    _prototype_options,
    _prototypes,
    (FileField("table", _TABLES, required=True), _PICTURES, FileField("template", _TEMPLATES, most=50)),
)
