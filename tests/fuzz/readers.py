"""Readers and scorers, each as a function of bytes; what it promises beyond "no exception but ours" is asserted."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from cardtools.app.best import best_of
from cardtools.app.desk import Desk
from cardtools.app.evening_files import kept_evening
from cardtools.app.scores import Table, spoken
from cardtools.app.validation import Validator
from cardtools.decks.share_code import make_code, open_code
from cardtools.errors import CardtoolsError
from cardtools.model.card import Pool
from cardtools.model.formats import Formats
from cardtools.model.game import CardsFile, GameInfo
from cardtools.model.printers import Printers
from cardtools.model.printing import CardSizes, Papers, Profiles
from cardtools.model.reference import Reference
from cardtools.model.scoring import Scoring
from cardtools.model.setup import Setups
from cardtools.names.folding import clean, fold
from cardtools.names.search import Searcher
from cardtools.store.card_tables import parse_card_table
from cardtools.store.picture_files import prepare
from cardtools.store.pictures import PictureError
from cardtools.store.pools import read_pool
from cardtools.store.pools.overlay import lay_over_pool
from cardtools.store.project import Project
from cardtools.store.series import write_out
from cardtools.store.sessions import parse_log
from cardtools.store.yaml_files import load, parse_yaml

GAMES: Final = ("hkk", "nepmesek", "panda", "unikornis", "uno")
PLAYERS: Final = ("Anna", "Béla", "Cili")
ENDINGS: Final = ("txt", "csv", "tsv", "xlsx", "yaml", "json", "cod")
_MODELS: Final = (Project, Printers, Profiles, Papers, CardSizes, Formats, Scoring, Setups, Reference, GameInfo)
_BOX: Final = (120, 160)
"""The size of a small picture, in pixels."""


@cache
def desk() -> Desk:
    """Return a desk with the shipped data."""
    return Desk.open("en")


@cache
def validator(game: str) -> Validator:
    """Return what lists of a game are judged by."""
    return Validator.prepare(desk(), game)


@cache
def table(game: str) -> Table:
    """Return what scores of a game are counted by."""
    return Table.of(desk(), game)


@cache
def pool_of(game: str) -> Pool:
    """Return the cards of a game as a pool."""
    own = validator(game)
    return Pool(game=game, source="box", language="hu", facts=tuple(sorted(own.facts)), cards=own.cards)


def split(content: bytes, among: tuple[str, ...]) -> tuple[str, bytes]:
    """Return the choice that the first byte makes, and the rest."""
    return among[content[0] % len(among)] if content else among[0], content[1:]


def lists(content: bytes) -> None:
    """Read a deck list, judge it, and share it."""
    game, content = split(content, GAMES)
    ending, content = split(content, ENDINGS)
    own = validator(game)
    deck = own.read(content, f"deck.{ending}")
    assert all(1 <= entry.count <= 999 and entry.name for entry in deck.listing.entries)
    for verdict in own.judge_deck(deck):
        assert sum(verdict.counts.values()) == sum(entry.count for entry in deck.listing.entries)
    shared = open_code(make_code(game, deck.listing)).listing
    zones = dict.fromkeys(entry.zone for entry in deck.listing.entries)
    assert [(one.count, one.name, one.zone) for one in shared.entries] == [
        (one.count, clean(one.name), zone) for zone in zones for one in deck.listing.entries if one.zone == zone
    ]


def pools(content: bytes) -> None:
    """Read a pool from a file; every row is a card, a foil, a double, or told."""
    game, content = split(content, GAMES)
    ending, content = split(content, ("txt", "csv", "json", "xml", "xlsx"))
    with written(content, ending) as path:
        reading = read_pool(path, desk().catalog.info(game))
    assert reading.rows == len(reading.pool.cards) + reading.foils + reading.doubles
    assert len({card.id for card in reading.pool.cards}) == len(reading.pool.cards)


def overlays(content: bytes) -> None:
    """Lay facts over a pool; no card comes or goes."""
    game, content = split(content, GAMES)
    ending, content = split(content, ("csv", "yaml", "json", "xlsx"))
    pool = pool_of(game)
    with written(content, ending) as path:
        laid = lay_over_pool(pool, path, desk().catalog.info(game))
    assert [card.id for card in laid.pool.cards] == [card.id for card in pool.cards]


def tables(content: bytes) -> None:
    """Read a table of cards; every row is a card, one of which there are none, or told."""
    ending, content = split(content, ("csv", "tsv", "yaml", "xlsx"))
    read = parse_card_table(content, f"cards.{ending}")
    errors = [finding for finding in read.findings if finding.severity == "error"]
    assert read.read == len(read.rows) + read.skipped + len(errors)


def scores(content: bytes) -> None:
    """Score a file of a game; every total is the sum of its lines."""
    game, content = split(content, GAMES)
    sheet = table(game).score(parse_yaml(content, Path("score.yaml")))
    lines = {player: sum(line.points for one in sheet.rounds for line in one.lines if line.player == player)
             for player in (one.player for one in sheet.standings)}  # fmt: skip
    document = parse_yaml(content, Path("score.yaml"))
    file = load(table(game).module.ScoreFile, document)
    before = {fold(player): total for player, total in file.totals.items()}
    for one in sheet.standings:
        assert one.total == lines[one.player] + Fraction(before.get(fold(one.player), 0))


def words(content: bytes) -> None:
    """Score a round said in words."""
    game, content = split(content, GAMES)
    own = table(game)
    text = content.decode("utf-8", "replace")
    said = own.read(text, PLAYERS)
    own.score(spoken(own, said, {} if game == "nepmesek" else {"players": list(PLAYERS)}))


def sessions(content: bytes) -> None:
    """Read a kept evening and score it."""
    log = parse_log(content, Path("evening.jsonl"))
    kept_evening(table(log.new.game), log)


def best(content: bytes) -> None:
    """Find the best laying of loose cards; none is laid that was not there."""
    best_of(desk(), "nepmesek", content.decode("utf-8", "replace"))


def searches(content: bytes) -> None:
    """Search the cards of a game."""
    game, content = split(content, GAMES)
    own = validator(game)
    Searcher(own.info, own.cards, own.facts).search(content.decode("utf-8", "replace"))


def codes(content: bytes) -> None:
    """Open a share code; what it holds makes a code that holds the same."""
    shared = open_code(content.decode("utf-8", "replace"))
    if shared.listing.entries:
        again = open_code(make_code(shared.game, shared.listing))
        kept = [(one.zone, one.count, one.name) for one in shared.listing.entries]
        assert sorted(kept) == sorted((one.zone, one.count, one.name) for one in again.listing.entries)


def data(content: bytes) -> None:
    """Read YAML as any of the data files there are."""
    document = parse_yaml(content, Path("data.yaml"))
    for model in _MODELS:
        with suppress(CardtoolsError):
            load(cast("type[Any]", model), document)
    with suppress(CardtoolsError):
        load(CardsFile, write_out(document, desk().catalog.info("uno").colours))


def pictures(content: bytes) -> None:
    """Make a picture ready for print."""
    with suppress(PictureError):
        prepare(content, _BOX, fills=True)


class written:  # noqa: N801 - reads as what it is: a file written
    """A file with ``content``, gone afterwards."""

    def __init__(self, content: bytes, ending: str) -> None:
        self._content = content
        self._ending = ending

    def __enter__(self) -> Path:
        handle, name = tempfile.mkstemp(suffix=f".{self._ending}")
        with os.fdopen(handle, "wb") as stream:
            stream.write(self._content)
        self._path = Path(name)
        return self._path

    def __exit__(self, *_: object) -> None:
        self._path.unlink()
