"""Print the cards of a game: every card of its box, as often as it is in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.print_run import CardRun, Press, document_language, print_run, second_language, templates
from cardtools.documents.card_choice import copies, only
from cardtools.documents.card_faces import game_cards, outlined
from cardtools.documents.card_gaps import text_gaps
from cardtools.documents.card_tokens import unknown_tokens_on
from cardtools.documents.labels import label as label_of
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.store.files import kind_of
from cardtools.store.workspace import shipped

if TYPE_CHECKING:
    from cardtools.render.html import Templates

_OWN: Final = ("front.html.j2", "back.html.j2")
"""Templates of a game that a user's of the same name, in ``games/<id>/templates`` of a data folder, replaces."""


def print_cards(
    desk: Desk, game: str, output: Path | None, options: SheetOptions, press: Press | None = None
) -> Printed:
    """Print the cards of a game.

    Raises:
        CardtoolsError: Where the game has no cards, or the file cannot be made whole and right.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    file = desk.catalog.cards(info)
    if file is None:
        raise refuse("data.no-cards", game=game)
    language, warnings = document_language(desk, info.languages, "cards")
    second, untold = second_language(desk, info, options.second, language, "cards")
    drawn = (shipped("templates") / "games" / game / "front.html.j2").is_file()
    found, own = own_templates(desk, game)
    cards = tuple(
        game_cards(
            info,
            file.cards,
            language,
            None if drawn else "cards/generic_",
            second=second,
            own=own,
            texts_known=file.complete or "text" in file.facts,
        )
    )
    if options.economy:
        cards = tuple(outlined(cards))
    if options.only:
        cards = only(cards, options.only)
    if options.copies is not None:
        cards = copies(cards, options.copies)
    untold += (*text_gaps(cards), *(unknown_tokens_on(cards) if not own else ()))
    run = CardRun(
        document="cards",
        stem=f"{game}-cards",
        title=f"{text_in(info.name, language)} – {label_of('title-cards', language)}",
        language=language,
        groups=((desk.library.card_size(options.card_size or info.card_size), cards),),
        templates=found,
        game=game,
        findings=(*warnings, *untold),
        second=second,
        counts={"cards": len(cards)},
    )
    return print_run(desk, run, output, options, press or Press())


def own_templates(desk: Desk, game: str) -> tuple[Templates, tuple[str, ...]]:
    """Return the templates of a game's cards, and which of front and back are the user's.

    Raises:
        CardtoolsError: Where a template of the user's cannot be read; see OwnTemplates.
    """
    for data in desk.catalog.folders:
        folder = data / "games" / game / "templates"
        names = tuple(name for name in _OWN if kind_of(folder / name) == "file")
        if names and data != shipped("data"):
            from cardtools.render.own_templates import OwnTemplates

            return OwnTemplates(shipped("templates"), folder / names[0]), names
    return templates(), ()
