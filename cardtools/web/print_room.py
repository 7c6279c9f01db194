"""The form of the print room: its document, what that is made of, and the options, as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from cardtools.errors import CardtoolsError
from cardtools.model.base import text_in
from cardtools.store.printers import known_printers
from cardtools.web.kept_rows import moment
from cardtools.web.pages import Visit
from cardtools.web.print_documents import CHOICE, DOCUMENTS, document
from cardtools.web.print_fields import Option
from cardtools.web.print_kept import MOST_BYTES, MOST_KEPT
from cardtools.web.print_options import LANGUAGE_NAMES, offset_options
from cardtools.web.print_order import Document
from cardtools.web.score_files import listed
from cardtools.web.workshop import Job, Workshop
from cardtools.words.messages import MESSAGES

_FIELD: Final = re.compile(r"[a-z][a-z_-]{0,39}")
_MOST_KEPT: Final = 60
SENT_BEFORE: Final = "sent_"
"""How the names of fields begin that ask for the files of a field again; their value is the order they came with."""
_REMEMBERED: Final = {"registration": ("event", "date")}
"""Options that stay for the next order of a document: a day has many."""
_MOST_NAMED: Final = 3
_OWN: Final = ("document", "language", "name", "x_mm", "y_mm", "degrees")
"""Fields of the page that are no options, and stand there for each document."""


def room_values(
    visit: Visit, sent: Mapping[str, str], workshop: Workshop, wrong: Collection[str] = ()
) -> dict[str, Any]:
    """Return what the page needs; ``sent`` are fields that stand in the form already, those of ``wrong`` wrongly."""
    desk = visit.desk
    made = document(sent.get("document", "")) or DOCUMENTS[0]
    jobs = workshop.jobs()
    sent = {**_remembered(jobs, made), **sent}
    before = {one.name: sent_before(workshop, made, one.name, sent) for one in made.files}
    decks = visit.warm.decks.listed() if made.needs == "deck" else ()
    of_game = made.needs in ("game", "lists")
    games = [game for game in desk.catalog.game_ids() if made.languages(desk, game)] if of_game else []
    game = sent.get("game", "") if sent.get("game", "") in games else (games[0] if games else "")
    deck_id = sent.get("deck", "")
    if made.needs == "deck":
        chosen = next((one for one in decks if one.id == deck_id), decks[0] if decks else None)
        deck_id, game = (chosen.id, chosen.state.game) if chosen else ("", "")
    language = language_option(visit, made, game)
    every = every_option(visit, made, game)
    shown = [one for one in every if one.kind != "choice" or len(one.values) > 1]
    options = [(field_name(visit, one), one, one.shown(sent.get(one.name))) for one in shown]
    finer = [one for one in options if one[1].finer]
    labels = {one.name: field_name(visit, one) for one in every}
    labels |= {one.name: visit.words.text(f"web.option.shift_{one.name}") for one in offset_options()}
    labels |= {one.name: visit.words.text(f"web.files.{one.name}") for one in made.files}
    labels["language"] = visit.words.text("web.print.language")
    shown_before = {f"{SENT_BEFORE}{name}" for name, paths in before.items() if paths}
    return {
        "documents": [one.id for one in DOCUMENTS],
        "document": made.id,
        "needs": made.needs,
        "files": [one for one in made.files if not one.finer],
        "finer_files": [one for one in made.files if one.finer],
        "before": {
            name: (f"{SENT_BEFORE}{name}", sent[f"{SENT_BEFORE}{name}"], _told_files(visit, paths))
            for name, paths in before.items()
            if paths
        },
        "most": MOST_KEPT,
        "megabytes": MOST_BYTES // 1_000_000,
        "games": [(one, text_in(desk.catalog.info(one).name, visit.language)) for one in games],
        "game": game,
        "decks": decks,
        "deck_id": deck_id,
        "several_games": len({one.state.game for one in decks}) > 1,
        "languages_of": language.values,
        "language": language.shown(sent.get("language")),
        "options": [one for one in options if not one[1].finer],
        "finer": finer,
        "finer_open": any(value != option.default for _, option, value in finer)
        or any(before[one.name] for one in made.files if one.finer),
        "wrong": wrong,
        "fields": {f"field:{name}": label for name, label in labels.items()},
        "hint": lambda option: f"web.option.{option.name}.hint" if f"web.option.{option.name}.hint" in MESSAGES else "",
        "carried": list(_carried(sent, {one.name for one in every} | shown_before, made)),
        "value_word": _value_word(visit),
        "jobs": [(job, title(visit, job), moment(str(job.about.get("at", "")))) for job in jobs],
        "offsets": [(labels[one.name], one, sent.get(one.name, "")[:40]) for one in offset_options()],
        "printer_name": sent.get("name", "")[:60],
        "printers": _printers(visit) if made.id == "calibration" else [],
        "told": [],
        "more": 0,
    }


def sent_before(workshop: Workshop, made: Document, name: str, sent: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the files of a field that came with an earlier order of the document, where ``sent`` asks for them."""
    job_id = sent.get(f"{SENT_BEFORE}{name}", "")
    try:
        job = workshop.job(job_id) if job_id else None
    except CardtoolsError:  # nothing is kept of it
        return ()
    return workshop.sent(job.id).get(name, ()) if job and job.about.get("document") == made.id else ()


def _told_files(visit: Visit, paths: Sequence[Path]) -> str:
    names = ", ".join(path.name for path in paths[:_MOST_NAMED]) + (" …" if len(paths) > _MOST_NAMED else "")
    return visit.words.text("web.print.sent-before", count=len(paths), names=names)


def _remembered(jobs: Iterable[Job], made: Document) -> dict[str, str]:
    """Return what the last order of a document said that the next one is likely to say, too."""
    last: Mapping[str, Any] = next(
        (job.about.get("options", {}) for job in jobs if job.about.get("document") == made.id), {}
    )
    return {name: str(last[name]) for name in _REMEMBERED.get(made.id, ()) if last.get(name)}


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


def language_option(visit: Visit, made: Document, game: str) -> Option:
    """Return the choice of a document's language, without values where the game has no such document."""
    languages = made.languages(visit.desk, game) if game or made.needs == "nothing" else ()
    usual = visit.language if visit.language in languages else next(iter(languages), "")
    return Option("language", "choice", usual, tuple((one, LANGUAGE_NAMES.get(one, one)) for one in languages))


def room_address(visit: Visit, sent: Mapping[str, str], before: tuple[str, str]) -> str:
    """Return the address of the form with its fields as they were sent, but for those that are as usual.

    Args:
        visit: The request.
        sent: The fields.
        before: The document and the game that the fields were of, which another may have been chosen for.
    """
    usual = {"language": visit.language}
    gone: set[str] = set()
    made, game = document(before[0]), before[1]
    if made is not None:
        known = game if game in visit.desk.catalog.game_ids() else ""
        usual |= {one.name: one.default for one in every_option(visit, made, known)}
        gone = {one.name for one in made.files}
    said = _REMEMBERED.get(before[0], ())  # though it be nothing, or else what the last order said would stand there
    kept = {
        key: value for key, value in sent.items() if (value != usual.get(key, "") or key in said) and key not in gone
    }
    return f"/print?{urlencode(kept)}"


def _carried(sent: Mapping[str, str], shown: Collection[str], made: Document) -> Iterator[tuple[str, str]]:
    """Yield what was chosen for another document, which is there again when that one is chosen again."""
    own = {*_OWN, *({"game": "game", "lists": "game", "deck": "deck"}.get(made.needs, ""),)}
    others = [key for key in sent if key not in shown and key not in own and _FIELD.fullmatch(key)]
    yield from ((key, sent[key][:200]) for key in others[:_MOST_KEPT])


def title(visit: Visit, job: Job) -> str:
    """Return what an order is called: its document, game, deck and language."""
    about = job.about
    game = about["game"]
    if game in visit.desk.catalog.game_ids():
        game = text_in(visit.desk.catalog.info(game).name, visit.language)
    language = LANGUAGE_NAMES.get(about["language"], about["language"])
    parts = (visit.words.text(f"web.document.{about['document']}"), game, about.get("name", ""), language)
    return " – ".join(part for part in parts if part)


def field_name(visit: Visit, option: Option) -> str:
    """Return what a field is called."""
    if option.name.startswith(CHOICE):
        return visit.choice_word(option.name.removeprefix(CHOICE))
    several = f"web.option.{option.name}.several"
    key = several if option.kind == "numbers" and several in MESSAGES else f"web.option.{option.name}"
    return visit.words.text(key)


def number_word(visit: Visit, number: float) -> str:
    """Return a number as the page's language writes it."""
    return f"{number:.9g}".replace(".", visit.words.text("deck-told.point"))


def _value_word(visit: Visit) -> Callable[[str, str, str], str]:
    """Return what tells the word of a value of an option; a name such as ``A4`` is its own."""

    def word(option: str, value: str, own: str) -> str:
        if option.startswith(CHOICE) and value:
            return visit.choice_word(option.removeprefix(CHOICE), value)
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
            "web.printers.one",
            name=one.name,
            x=number_word(visit, one.x_mm),
            y=number_word(visit, one.y_mm),
            degrees=number_word(visit, one.degrees),
        )
        for one in kept
    ]
