"""What is done with what was read, each as a function of bytes: decks built, lists rewritten, evenings exported."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final

from cardtools.app.checks import check_game
from cardtools.app.deck_lists import compare, find_missing, join, write_list
from cardtools.app.deck_odds import Start, Wish, draw_hand, odds
from cardtools.app.deck_spelling import spell
from cardtools.app.deck_suggest import suggest
from cardtools.app.decks import Builder
from cardtools.app.desk import Desk
from cardtools.app.evening_files import kept_evening
from cardtools.app.exports import bg_stats_play, chart_svg, score_rows
from cardtools.app.scores import Table
from cardtools.app.setup import set_up
from cardtools.app.validation import Terms, Validator
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.errors import CardtoolsError
from cardtools.names.folding import clean
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.deck_lists.writers import FORMS
from cardtools.store.sessions import parse_log
from cardtools.store.workspace import shipped
from cardtools.store.yaml_files import read_yaml
from tests.fuzz.readers import ENDINGS, GAMES, desk, split, table, validator

_START: Final = Start(hand=7, turn=2)
FILES: Final = (
    "cards.yaml", "formats.yaml", "game.yaml", "scoring.yaml", "setup.yaml", "reference.en.yaml", "reference.hu.yaml",
)  # fmt: skip
"""What a user may lay over a game."""


@cache
def builder(game: str) -> Builder:
    """Return what decks of a game are built from."""
    return Builder.open(desk(), game)


def builders(content: bytes) -> None:
    """Do all that a deck builder does with a list; copies that move are neither lost nor made."""
    game, content = split(content, GAMES)
    ending, content = split(content, ENDINGS)
    own = builder(game)
    deck = own.understand(content, f"deck.{ending}")
    copies = sum(entry.count for entry in deck.listing.entries)
    own.statistics(deck)
    assert compare(own, deck, deck) == ()
    assert sum(entry.count for entry in join(own, (deck, deck)).entries) == 2 * copies
    assert find_missing(own, (deck,), deck).copies == 0
    suggest(validator(game), deck)
    with suppress(CardtoolsError):
        names = tuple(slot.entry.name for slot in deck.slots[:2] if slot.card is not None)
        odds(own, deck, _START, [Wish(names), Wish(names[:1])])
    with suppress(CardtoolsError):
        draw_hand(own, deck, _START, seed=1)
    spelled = spell(own, content, f"deck.{ending}")
    again = own.understand(spelled.content, f"deck.{ending}")
    assert sum(entry.count for entry in again.listing.entries) == copies


def rewritten(content: bytes) -> None:
    """Write a list in every form; each reads back as the same list."""
    game, content = split(content, GAMES)
    ending, content = split(content, ENDINGS)
    own = builder(game)
    listing = own.understand(content, f"deck.{ending}").listing
    zones = (*own.zones, *(entry.zone for entry in listing.entries))
    kept = [
        (e.count, clean(e.name), e.zone) for zone in dict.fromkeys(zones) for e in listing.entries if e.zone == zone
    ]
    for form in FORMS:
        with suppress(CardtoolsError):
            written = write_list(own, listing, form)
            again = read_deck_list(written, f"deck.{'txt' if form == 'text' else form}", own.grammar)
            assert [(e.count, clean(e.name), e.zone) for e in again.entries] == kept, form


def exports(content: bytes) -> None:
    """Export a kept evening in every form."""
    log = parse_log(content, Path("evening.jsonl"))
    kept = kept_evening(table(log.new.game), log)
    for _ in score_rows(kept.sheet):
        pass
    json.dumps(bg_stats_play(kept, desk()))
    chart_svg(kept, desk())


def folders(content: bytes) -> None:
    """Lay a file of a user over a game, and use the game."""
    game, content = split(content, GAMES)
    name, content = split(content, FILES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games", game, name)
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
        own = Desk.open("en", Path(folder))
        check_game(own, game)
        for use in (_judge, _score, _set_up, _refer):
            with suppress(CardtoolsError):
                use(own, game)


def _judge(own: Desk, game: str) -> None:
    ready = Validator.prepare(own, game, terms=Terms(on=date(2026, 1, 31)))
    for path in sorted((shipped("data") / "games" / game / "decks").glob("*.txt"))[:2]:
        ready.judge(path.read_bytes(), path.name)


def _score(own: Desk, game: str) -> None:
    made = Table.of(own, game)
    for path in sorted((shipped("data") / "games" / game / "examples").glob("*.yaml"))[:2]:
        with suppress(CardtoolsError):
            made.score(read_yaml(path))


def _set_up(own: Desk, game: str) -> None:
    for players in (2, 4):
        with suppress(CardtoolsError):
            set_up(own, game, players)


def _refer(own: Desk, game: str) -> None:
    loaded = own.library.game(game)
    for language in loaded.references:
        reference_sheet(loaded, language)
