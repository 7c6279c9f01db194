from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardtools.store.pools import PoolReading, read_pool
from tests.conftest import REPO
from tests.factories import codes, game_info, refused

INFO = game_info()
REAL = REPO.parent / "shared/real/hkk/hkkmeta-sample.json"


def record(**changes: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "ID": 7,
        "name": "Turul",
        "text": "Repül. \r",
        "link": "",
        "type": ["Szörny", "madár"],
        "color": ["Raia", "Nincs"],
        "commonness": "rare",
        "editions": [],
        "flags": [],
    }
    return {key: value for key, value in {**facts, **changes}.items() if value is not ...}


def reading_of(folder: Path, *records: Any) -> PoolReading:
    path = folder / "cards.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return read_pool(path, INFO)


def test_a_record_becomes_a_card_with_what_it_tells(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, record())
    (card,) = reading.pool.cards
    assert card.model_dump(exclude_defaults=True) == {
        "id": "7",
        "name": {"hu": "Turul"},
        "type": "monster",
        "colours": ("raia",),
        "text": {"hu": "Repül."},
        "subtypes": ("madár",),
        "rarity": "rare",
    }
    assert reading.pool.facts == ("colours", "type", "subtypes", "text", "rarity")
    assert reading.findings == ()


@pytest.mark.parametrize(
    ("written", "colours"),
    [
        (["Raia", "Nincs"], ("raia",)),
        (["Raia", "Leah"], ("raia", "leah")),
        (["Chara-din", "Nincs"], ("chara-din",)),
        (["Nincs", "Nincs"], ("colourless",)),
        ([], None),
        (["Kék", "Nincs"], None),
        (..., None),
        ({"a": 1}, None),
    ],
)
def test_a_second_colour_called_nincs_is_none(tmp_path: Path, written: Any, colours: tuple[str, ...] | None) -> None:
    (card,) = reading_of(tmp_path, record(color=written)).pool.cards
    assert card.colours == colours


def test_marks_stay_on_their_cards_and_are_no_facts_of_the_pool(tmp_path: Path) -> None:
    marked = record(type=["Szörny", "isteni", "-", "sárkány"], flags=["Húzás"])
    reading = reading_of(tmp_path, marked, record(ID=8, name="Griff"))
    assert [(one.marks, one.subtypes) for one in reading.pool.cards] == [
        (("divine", "húzás"), ("sárkány",)),
        ((), ("madár",)),
    ]
    assert not {"divine", "húzás"} & {
        *reading.pool.facts,
        *(one for card in reading.pool.cards for one in card.unknown),
    }
    (finding,) = reading.findings
    assert (finding.code, finding.params) == ("pool.marks-partial", {"marks": "divine, húzás", "count": 1})


def test_texts_that_were_left_out_are_no_fact(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, record(text=" \r"), record(ID=8, name="Griff", text=" \r"))
    assert "text" not in reading.pool.facts
    assert all(card.unknown == () for card in reading.pool.cards)


def test_a_text_that_is_missing_on_one_card_is_unknown_of_it(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, record(), record(ID=8, name="Griff", text=""))
    assert [card.unknown for card in reading.pool.cards] == [(), ("text",)]


def test_what_is_not_taken_over_is_counted(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, record(editions=[1], link="turul"), record(ID=8, name="Griff", editions=[2]))
    assert [(one.code, one.params) for one in reading.findings] == [
        ("pool.ignored", {"key": "editions", "count": 2}),
        ("pool.ignored", {"key": "link", "count": 1}),
    ]


@pytest.mark.parametrize(
    "broken", [{}, [], 7, None, "Turul", record(name=""), record(name=7.5), record(name="x" * 401)]
)
def test_a_record_that_is_no_card_is_refused_with_its_number(tmp_path: Path, broken: Any) -> None:
    reading = reading_of(tmp_path, record(), broken)
    assert [(one.code, one.location.row) for one in reading.findings] == [("pool.record", 2)]
    assert (reading.rows, reading.refused) == (1, 1)


def test_half_of_a_letter_cannot_break_the_pool(tmp_path: Path) -> None:
    (card,) = reading_of(tmp_path, record(name="Tur\ud800ul", text="\udfff")).pool.cards
    assert (card.name["hu"], card.text["hu"]) == ("Tur?ul", "?")


@pytest.mark.parametrize("content", [b'[{"name": ', b"[{}" + b"[" * 100_000, b'[{"ID": ' + b"9" * 5000 + b"}]"])
def test_broken_json_is_no_pool(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(content)
    assert codes(refused(lambda: read_pool(path, INFO))) == ["pool.broken"]


def test_more_than_any_such_file_holds_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(b"[" + b"{}," * 1_000_001)
    assert codes(refused(lambda: read_pool(path, INFO))) == ["pool.too-many"]


@pytest.mark.skipif(not REAL.is_file(), reason="the real card files are not here: ../shared/real")
def test_the_public_file_is_read_whole() -> None:
    from cardtools.app.desk import Desk

    reading = read_pool(REAL, Desk.open("en").catalog.info("hkk"))
    assert len(reading.pool.cards) == reading.rows == 12
    assert all(card.type and card.colours and card.rarity for card in reading.pool.cards)
    assert reading.pool.facts == ("colours", "type", "subtypes", "rarity")
    assert codes(reading.findings) == ["pool.ignored"]
