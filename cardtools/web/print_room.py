"""The form of the print room: its document, what that is made of, and the options, as the page shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardtools.errors import CardtoolsError
from cardtools.model.base import text_in
from cardtools.store.printers import known_printers
from cardtools.web.kept_rows import moment
from cardtools.web.pages import Visit
from cardtools.web.print_documents import DOCUMENTS, document
from cardtools.web.print_options import LANGUAGE_NAMES, Option
from cardtools.web.print_order import Document
from cardtools.web.score_files import listed
from cardtools.web.workshop import Job
from cardtools.words.messages import MESSAGES


def room_values(visit: Visit, sent: Mapping[str, str], jobs: tuple[Job, ...]) -> dict[str, Any]:
    """Return what the page needs; ``sent`` are fields that stand in the form already."""
    desk = visit.desk
    made = document(sent.get("document", "")) or DOCUMENTS[0]
    decks = visit.warm.decks.listed() if made.needs == "deck" else ()
    of_game = made.needs in ("game", "lists")
    games = [game for game in desk.catalog.game_ids() if made.languages(desk, game)] if of_game else []
    game = sent.get("game", "") if sent.get("game", "") in games else (games[0] if games else "")
    deck_id = sent.get("deck", "")
    if made.needs == "deck":
        chosen = next((one for one in decks if one.id == deck_id), decks[0] if decks else None)
        deck_id, game = (chosen.id, chosen.state.game) if chosen else ("", "")
    languages = made.languages(desk, game) if game or made.needs == "nothing" else ()
    usual = visit.language if visit.language in languages else (languages[0] if languages else "")
    options = [(_label(visit, one), one, _fitting(one, sent)) for one in every_option(visit, made, game)]
    return {
        "documents": [one.id for one in DOCUMENTS],
        "document": made.id,
        "needs": made.needs,
        "files": [one for one in made.files if one.required],
        "finer_files": [one for one in made.files if not one.required],
        "games": [(one, text_in(desk.catalog.info(one).name, visit.language)) for one in games],
        "game": game,
        "decks": decks,
        "deck_id": deck_id,
        "languages_of": [(one, LANGUAGE_NAMES.get(one, one)) for one in languages],
        "language": sent["language"] if sent.get("language") in languages else usual,
        "options": [one for one in options if not one[1].finer],
        "finer": [one for one in options if one[1].finer],
        "value_word": _value_word(visit),
        "jobs": [(job, title(visit, job), moment(str(job.about.get("at", "")))) for job in jobs],
        "printers": _printers(visit) if made.id == "calibration" else [],
        "told": [],
        "more": 0,
    }


def every_option(visit: Visit, made: Document, game: str) -> tuple[Option, ...]:
    """Return the options of a document, with those that depend on what is kept on the table."""
    options = made.options(visit.desk, game)
    if made.needs == "lists" and game:
        own = visit.words.text("web.pool.own")
        pools = tuple((one.id, one.name or own) for one in visit.warm.pools(game))
        return Option("pool", "choice", visit.warm.usual_pool(game), pools), *options
    if made.id == "scorepad":
        evenings = tuple(
            (one.id, f"{one.log.new.at[:10]} {', '.join(one.log.new.players)}")
            for one in listed(visit.settings)
            if one.log is not None and one.log.new.game == game
        )
        empty = ("", visit.words.text("web.option.evening.none"))
        return Option("evening", "choice", "", (empty, *evenings)), *options
    return options


def title(visit: Visit, job: Job) -> str:
    """Return what an order is called: its document, game, deck and language."""
    about = job.about
    game = about["game"]
    if game in visit.desk.catalog.game_ids():
        game = text_in(visit.desk.catalog.info(game).name, visit.language)
    language = LANGUAGE_NAMES.get(about["language"], about["language"])
    parts = (visit.words.text(f"web.document.{about['document']}"), game, about.get("name", ""), language)
    return " – ".join(part for part in parts if part)


def _fitting(option: Option, sent: Mapping[str, str]) -> str:
    return option.checked(sent[option.name]) if option.name in sent else option.default


def _label(visit: Visit, option: Option) -> str:
    return visit.words.text(f"web.option.{option.name}")


def _value_word(visit: Visit) -> Callable[[str, str, str], str]:
    """Return what tells the word of a value of an option; a name such as ``A4`` is its own."""

    def word(option: str, value: str, own: str) -> str:
        key = f"web.option.{option}.{value}" if value else "web.option.usual"
        if own or (value and key not in MESSAGES):
            return own or (value.upper() if option == "paper" and len(value) == len("a4") else value)
        return visit.words.text(key)

    return word


def _printers(visit: Visit) -> list[str]:
    """Return the printers that are kept, in words; none where their file is broken, which is told where one is used."""
    try:
        kept = known_printers()
    except CardtoolsError:
        return []
    return [
        visit.words.text(
            "web.printers.one", name=one.name, x=f"{one.x_mm:g}", y=f"{one.y_mm:g}", degrees=f"{one.degrees:g}"
        )
        for one in kept
    ]
