"""Lists of what is kept: decks and evenings, each with its game, its day and how it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from cardtools.app.evening_files import kept_evening
from cardtools.app.scores import Table
from cardtools.errors import CardtoolsError
from cardtools.model.base import text_in
from cardtools.model.scoring import Variant
from cardtools.store.sessions import SessionLog
from cardtools.web.deck_files import KeptDeck
from cardtools.web.deck_verdicts import statuses
from cardtools.web.pages import Visit
from cardtools.web.score_files import Listed
from cardtools.web.score_told import points_text


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A line of a list.

    Attributes:
        kind: ``decks`` or ``evenings``; with the id also its address.
        about: What else is said of it, such as its format or its totals.
        status: The verdict on a deck, "" where it is not told; ``verdict`` in words.
        at: Day and time, "" where nobody knows.
    """

    kind: str
    id: str
    name: str
    about: str = ""
    at: str = ""
    status: str = ""
    verdict: str = ""


def deck_rows(visit: Visit, decks: Iterable[KeptDeck], *, judged: bool = False) -> list[KeptRow]:
    """Return the lines of decks: game, format and when each was changed last; with the verdicts if asked for."""
    names: dict[tuple[str, str], str] = {}
    rows: list[KeptRow] = []
    listed = tuple(decks)
    found = statuses(visit.warm, listed) if judged else {}
    for deck in listed:
        state = deck.state
        key = (state.game, state.format)
        if key not in names:
            names[key] = _game_and_format(visit, *key)
        name = deck.name or visit.words.text("web.deck.unnamed")
        status = found.get(deck.id, "")
        verdict = visit.words.text(f"status.{status}") if status else ""
        rows.append(KeptRow("decks", deck.id, name, names[key], moment(deck.states[deck.place][0]), status, verdict))
    return rows


def _game_and_format(visit: Visit, game: str, format_id: str) -> str:
    """Return the names of a game and a format, or their ids where they are gone."""
    catalog = visit.desk.catalog
    if game not in catalog.game_ids():
        return f"{game} · {format_id}"
    named = (text_in(one.name, visit.language) for one in catalog.formats(game) if one.id == format_id)
    return f"{text_in(catalog.info(game).name, visit.language)} · {next(named, format_id)}"


def evening_rows(visit: Visit, evenings: Iterable[Listed], *, totals: bool = False) -> list[KeptRow]:
    """Return the lines of evenings: who plays what, and how, since when; with the totals of rounds if asked for."""
    rows: list[KeptRow] = []
    for one in evenings:
        if one.log is None:
            rows.append(KeptRow("evenings", one.id, visit.words.text("web.score.broken")))
            continue
        new = one.log.new
        known = new.game in visit.desk.catalog.game_ids()
        game = text_in(visit.desk.catalog.info(new.game).name, visit.language) if known else new.game
        told = _totals(visit, one.log) if totals and known and one.rounds else ""
        parts = [
            told or ", ".join(new.players),
            visit.words.text("web.score.rounds", count=one.rounds).replace(" ", "\u00a0"),
        ]
        if known and (variant := _variant(visit, one.log)):
            parts.insert(0, variant)
        rows.append(KeptRow("evenings", one.id, game, " · ".join(parts), moment(new.at)))
    return rows


def variant_of(visit: Visit, log: SessionLog) -> Variant | None:
    """Return the way to score that was said for an evening, None where none was or the game has none."""
    scoring, said = visit.desk.library.game(log.new.game).scoring, log.new.header.values()
    return next((one for one in (scoring.variants if scoring else ()) if one.id in said), None)


def _variant(visit: Visit, log: SessionLog) -> str:
    """Return what the way to score an evening is called, "" where it is the game's usual one."""
    one, scoring = variant_of(visit, log), visit.desk.library.game(log.new.game).scoring
    usual = scoring.variants[0] if scoring and scoring.variants else None
    return "" if one in (None, usual) else text_in(one.name, visit.language)


def _totals(visit: Visit, log: SessionLog) -> str:
    """Return the totals of an evening, the best first; "" where it cannot be scored."""
    try:
        sheet = kept_evening(Table.of(visit.desk, log.new.game), log).sheet
    except CardtoolsError:
        return ""
    return ", ".join(f"{one.player} {points_text(one.total, visit.language)}" for one in sheet.standings)


def moment(at: str) -> str:
    """Return a moment as the clock of this machine has it, "" for what is none."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):  # such as a day before there were any
        return ""
