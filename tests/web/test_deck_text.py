from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.web.deck_text import counted, key_of, moved, opened, read, with_copies
from cardtools.web.settings import Settings
from cardtools.web.warm import OWN, Bench, Warm
from tests.web.conftest import DECKS

BENCH: Bench = Warm(Settings(Path("/nowhere"), 1, b"x")).bench("hkk", OWN)
LISTS = sorted(DECKS.glob("*.txt"))
CARDS = sorted(BENCH.cards)
ZONES = BENCH.builder.zones


@settings(max_examples=50, deadline=None)
@given(
    start=st.sampled_from(LISTS),
    steps=st.lists(st.tuples(st.sampled_from(CARDS), st.sampled_from(ZONES), st.integers(-4, 4)), max_size=8),
)
def test_a_change_changes_this_card_in_this_zone_and_nothing_else(
    start: Path, steps: list[tuple[str, str, int]]
) -> None:
    text = opened(BENCH.builder, start.read_bytes(), start.name).text
    wanted = counted(read(BENCH.builder, text))
    comments = [line for line in text.split("\n") if line.startswith("#")]
    for card, zone, change in steps:
        text = with_copies(BENCH, text, (zone, card), change)
        wanted[zone, card] = max(0, wanted[zone, card] + change)
        assert +counted(read(BENCH.builder, text)) == +wanted
    assert [line for line in text.split("\n") if line.startswith("#")] == comments


@settings(max_examples=30, deadline=None)
@given(start=st.sampled_from(LISTS), card=st.integers(0, 100), to=st.sampled_from(ZONES))
def test_moving_a_card_keeps_how_many_there_are(start: Path, card: int, to: str) -> None:
    text = opened(BENCH.builder, start.read_bytes(), start.name).text
    before = read(BENCH.builder, text)
    key = key_of(before.slots[card % len(before.slots)])
    after = counted(read(BENCH.builder, moved(BENCH, text, key, to)))
    assert after.total() == counted(before).total()
    if key[0] != to:
        assert after[key] == counted(before)[key] - 1


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("{prefix} 1 Elmepajzs\n", "{prefix} 2 Elmepajzs\n"),
        ("[{zone}]\nElmepajzs x1\n", "[{zone}]\n2 Elmepajzs\n"),
    ],
)
def test_a_line_keeps_its_prefix_and_its_heading(text: str, after: str) -> None:
    zone = next(zone for zone in BENCH.builder.info.zones if zone.prefixes)
    written, wanted = (one.format(prefix=zone.prefixes[0], zone=zone.id) for one in (text, after))
    key = key_of(read(BENCH.builder, written).slots[0])
    assert key[0] == zone.id
    assert with_copies(BENCH, written, key, 1) == wanted


def test_an_empty_list_begins_with_its_first_card() -> None:
    card = BENCH.builder.names.find("Gnóm")[0].id
    assert with_copies(BENCH, "", ("main", card), 1) == "1 Gnóm\n"


def test_no_line_says_more_than_lists_can_hold() -> None:
    card = BENCH.builder.names.find("Gnóm")[0].id
    assert with_copies(BENCH, "999 Gnóm\n", ("main", card), 5) == "999 Gnóm\n"
