"""Where an evening begins: which games are scored, and what each lets the players choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from cardtools.app import sessions
from cardtools.app.games import summarize
from cardtools.app.scores import Table
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.names.folding import clean
from cardtools.web.forms import Form
from cardtools.web.kept_rows import evening_rows, variant_of
from cardtools.web.pages import Visit
from cardtools.web.score_faults import modes_named
from cardtools.web.score_files import Listed, fresh_path, listed, listed_one

_MOST_SEATS: Final = 12
"""Fields for players where a game names no most."""
_SEATS_SHOWN: Final = 4
_MOST_POINTS: Final = 1_000_000
_MOST_NAMES: Final = 60
_AGREED: Final = ("customizable", "rounds_played")
"""Numbers of a score file that the players of some games agree on; also ends of the keys of their words."""
_MOST_AGREED: Final = 99
_MOST_DIGITS: Final = 9
_SHOWN: Final = 60
"""Letters that are shown of what was sent."""
_ANYBODY: Final = "A"


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that an evening may be of.

    Attributes:
        variants: Ids and names of its ways to score.
        decks: Ids and names of what hands may be counted against.
        agreed: Keys of other numbers that its players may agree on.
        target: Points that end it by its rules, None where points do not.
        seats: How many fields for players there are; the first ``shown`` of them are open.
    """

    id: str
    name: str
    variants: tuple[tuple[str, str], ...]
    decks: tuple[tuple[str, str], ...]
    agreed: tuple[str, ...]
    target: int | None
    least: int
    seats: int
    shown: int


def list_values(visit: Visit, form: Form | None = None) -> dict[str, object]:
    """Return what the first page of the score table needs; what was sent stays in its fields, also for another game."""
    desk = visit.desk
    games = [
        (game, text_in(desk.catalog.info(game).name, desk.language))
        for game in desk.catalog.game_ids()
        if summarize(desk, game).scored
    ]
    evenings = listed(visit.settings)
    asked = form.text("pick") or form.text("game") if form else visit.query("game")
    again = listed_one(visit.settings, evening).log if (evening := visit.query("again")) else None
    variant = variant_of(visit, again) if again else None
    latest = next((one.log.new.game for one in evenings if one.log), "")
    known = [game for game, _ in games]
    wanted = (asked, again.new.game if again else "", latest)
    chosen = next((game for game in wanted if game in known), known[0] if known else "")
    return {
        "games": games,
        "chosen": _choice(visit, chosen) if chosen else None,
        "evenings": evening_rows(visit, evenings),
        "names": _names(evenings),
        "sent": form.fields if form else {"variant": variant.id if variant else ""},
        "sent_players": form.every.get("player", ()) if form else again.new.players if again else (),
        "sent_before": form.every.get("before", ()) if form else (),
        "back": f"/scores?game={chosen}" if form else visit.back,
        "told": [],
        "more": 0,
    }


def begin(visit: Visit, form: Form) -> str:
    """Begin an evening as a form says, and return its id.

    Raises:
        CardtoolsError: For players, points or a way to score that cannot be.
    """
    names = form.every.get("player", ())
    before = form.every.get("before", ())
    players: list[str] = []
    totals: dict[str, str] = {}
    for index, name in enumerate(names):
        if not (player := clean(name)):
            continue
        players.append(player)
        if index < len(before) and (points := before[index].strip()):
            totals[player] = points.replace(",", ".").replace("−", "-")
    if not players:
        raise refuse("web.score.no-players", exit_code=1)
    _check_points(Table.of(visit.desk, form.text("game")), totals)
    agreed = {key: _asked(form, key, 0, _MOST_AGREED) for key in _AGREED}
    evening, path = fresh_path(visit.settings)
    sessions.begin(
        visit.desk,
        path,
        form.text("game"),
        players,
        variant=form.text("variant") or None,
        target=_asked(form, "target", 1, _MOST_POINTS),
        deck=form.text("deck") or None,
        totals=totals,
        choices={key: str(number) for key, number in agreed.items() if number is not None},
    )
    return evening


def _asked(form: Form, key: str, least: int, most: int) -> int | None:
    """Return a whole number that a field asks for, None where it is empty.

    Raises:
        CardtoolsError: ``web.score.asked`` for anything else: the usual is not what was meant.
    """
    written = form.text(key)
    if not written:
        return None
    number = int(written) if written.isascii() and written.isdigit() and len(written) <= _MOST_DIGITS else -1
    if not least <= number <= most:
        wording = f"web.score.asked.{key}"
        raise refuse("web.score.asked", wording=wording, value=written[:_SHOWN], least=least, most=most, exit_code=1)
    return number


def _check_points(table: Table, totals: Mapping[str, str]) -> None:
    """Refuse points from before that the game's score files do not take, by the player's name.

    Raises:
        CardtoolsError: ``web.score.brought``, with the bounds.
    """
    totals_as: Any = table.module.ScoreFile.model_fields["totals"].annotation
    read: TypeAdapter[object] = TypeAdapter(totals_as)
    least = -_MOST_POINTS if _takes(read, "-1") else 0
    for player, written in totals.items():
        if not _takes(read, written):
            value = written.replace(".", ",")[:_SHOWN]
            raise refuse(
                "web.score.brought",
                name=player[:_SHOWN],
                value=value,
                least=str(least).replace("-", "−"),
                most=_MOST_POINTS,
                exit_code=1,
            )


def _takes(read: TypeAdapter[object], points: str) -> bool:
    try:
        read.validate_python({_ANYBODY: points})
    except ValidationError:
        return False
    return True


def _choice(visit: Visit, game: str) -> GameChoice:
    language = visit.language
    table = Table.of(visit.desk, game)
    loaded, scoring = table.game, table.game.scoring
    fields = table.module.ScoreFile.model_fields
    players = loaded.info.players
    seats = min(players.max or _MOST_SEATS, _MOST_SEATS)
    return GameChoice(
        game,
        text_in(loaded.info.name, language),
        tuple((one.id, text_in(one.name, language)) for one in (scoring.variants if scoring else ())),
        tuple((one.id, text_in(one.name, language)) for one in loaded.formats) if "deck" in fields else (),
        tuple(key for key in _AGREED if key in fields),
        scoring.target.value if scoring and scoring.target else None,
        players.min or 1,
        seats,
        min(seats, max(_SEATS_SHOWN, players.min or 1)),
    )


def _names(evenings: tuple[Listed, ...]) -> tuple[str, ...]:
    """Return who has played lately, to be chosen from while a name is typed."""
    names = dict.fromkeys(name for one in evenings if one.log for name in one.log.new.players)
    return tuple(names)[:_MOST_NAMES]


def told_values(visit: Visit, form: Form, error: CardtoolsError) -> dict[str, object]:
    """Return the values of the first page with what was wrong with an evening that could not begin."""
    values, game = list_values(visit, form), form.text("game")
    findings = error.findings
    if game in visit.desk.catalog.game_ids():
        findings = tuple(modes_named(one, Table.of(visit.desk, game).game, visit.language) for one in findings)
    return {**values, "told": [visit.told(one) for one in findings]}
