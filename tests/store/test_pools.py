from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest

from cardtools.model.card import Card, Pool
from cardtools.store.pools import PoolReading, read_pool, write_pool
from tests.factories import card, codes, game_info, places, refused

INFO = game_info()
LIST = """\
1 | A bátorság dala | Raia bűbáj
2 | A bátorság dala (foil) | Raia bűbáj
3 | Áldozati máglya | Tharr-Leah bűbáj lényre
4 | Rambó bogár (új) | Chara-din szörny
5 | Rambó bogár (új) | Chara-din szörny
6 | Őslény | Katona Klán szörny
7 | A behemótok nagymestere | követő
8 | Krigis, a lélekkufár | Színtelen szabálylap
"""


def reading_of(folder: Path, text: str | bytes, encoding: str | None = None) -> PoolReading:
    path = folder / "cards.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_pool(path, INFO, encoding)


def cards_of(reading: PoolReading) -> dict[str, Card]:
    return {one.name["hu"]: one for one in reading.pool.cards}


def errors(reading: PoolReading) -> int:
    return sum(1 for finding in reading.findings if finding.severity == "error")


def balances(reading: PoolReading, rows: int) -> bool:
    """Whether every row of the file is a card, a foil, a double, or refused with an error."""
    counted = len(reading.pool.cards) + reading.foils + reading.doubles
    return reading.rows == counted and reading.rows + errors(reading) == rows


def imported(**changes: Any) -> bytes:
    pool: dict[str, Any] = {
        "schema": "cardtools.pool/1",
        "game": "toy",
        "source": "cards.txt",
        "language": "hu",
        "facts": ["type"],
        "cards": [{"id": "1", "name": {"hu": "Turul"}}],
    }
    pool.update(changes)
    return json.dumps(pool).encode()


def test_a_card_list_becomes_cards_with_colour_and_type(tmp_path: Path) -> None:
    cards = cards_of(reading_of(tmp_path, LIST))
    assert {name: (one.id, one.colours, one.type) for name, one in cards.items()} == {
        "A bátorság dala": ("1", ("raia",), "trap"),
        "Áldozati máglya": ("3", ("tharr", "leah"), "trap"),
        "Rambó bogár (új)": ("4", ("chara-din",), "monster"),
        "Őslény": ("6", ("raia",), "monster"),
        "A behemótok nagymestere": ("7", ("colourless",), "follower"),
        "Krigis, a lélekkufár": ("8", ("colourless",), "rule-card"),
    }


def test_every_row_is_a_card_a_foil_a_double_or_refused(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, LIST + "9 | no kind\nno bars at all\n")
    assert (len(reading.pool.cards), reading.foils, reading.doubles, errors(reading)) == (6, 1, 1, 2)
    assert balances(reading, rows=10)


def test_a_pool_says_which_game_and_facts_it_has(tmp_path: Path) -> None:
    pool = reading_of(tmp_path, LIST).pool
    assert (pool.game, pool.language, pool.source, pool.facts) == ("toy", "hu", "cards.txt", ("colours", "type"))


@pytest.mark.parametrize(
    ("kind", "colours", "of_type"),
    [
        ("Raia szörny", ("raia",), "monster"),
        ("RAIA SZÖRNY", ("raia",), "monster"),
        ("Raia monster", ("raia",), "monster"),
        ("Chara-din szörny", ("chara-din",), "monster"),
        ("Chara-din-Leah szörny", ("chara-din", "leah"), "monster"),
        ("Leah-Chara-din szörny", ("leah", "chara-din"), "monster"),
        ("Tharr - Leah szörny", ("tharr", "leah"), "monster"),
        ("Mutáns Klán szörny", ("chara-din",), "monster"),
        ("Mutáns Klán-Raia szörny", ("chara-din", "raia"), "monster"),
        ("klánnélküli szörny", ("colourless",), "monster"),
        ("Színtelen szörny", ("colourless",), "monster"),
        ("szörny", ("colourless",), "monster"),
        ("követő", ("colourless",), "follower"),
        ("Raia bűbáj lényre", ("raia",), "trap"),
    ],
)
def test_the_words_of_colour_and_type(
    tmp_path: Path, kind: str, colours: tuple[str, ...] | None, of_type: str | None
) -> None:
    reading = reading_of(tmp_path, f"1 | Turul | {kind}\n")
    (one,) = reading.pool.cards
    assert (one.colours, one.type) == (colours, of_type)
    assert reading.findings == ()


@pytest.mark.parametrize(
    ("kind", "colours", "of_type"),
    [
        ("Raia sárkány", ("raia",), None),
        ("Raia", ("raia",), None),
        ("Kékség szörny", None, "monster"),
        ("Raia-Kékség szörny", None, "monster"),
        ("Kékség sárkány", None, None),
        ("?", None, None),
    ],
)
def test_an_unknown_word_leaves_the_fact_unknown_with_a_warning(
    tmp_path: Path, kind: str, colours: tuple[str, ...] | None, of_type: str | None
) -> None:
    reading = reading_of(tmp_path, f"1 | Griff | Raia szörny\n2 | Turul | {kind}\n")
    one = cards_of(reading)["Turul"]
    assert (one.colours, one.type) == (colours, of_type)
    assert [(f.code, f.severity, f.location.line) for f in reading.findings] == [("pool.unknown-word", "warning", 2)]
    assert balances(reading, rows=2)


@pytest.mark.parametrize(
    "row",
    [
        "Turul",
        "2 | Turul",
        "2 | Turul | ",
        "| Turul | Raia szörny",
        "2 |  | Raia szörny",
        "2 | \u200b | Raia szörny",
        "2|Turul|Raia szörny",
        f"2 | {'x' * 401} | Raia szörny",
        f"{'2' * 81} | Turul | Raia szörny",
        "[{",
    ],
)
def test_a_row_that_is_no_card_is_a_finding_with_its_line(tmp_path: Path, row: str) -> None:
    reading = reading_of(tmp_path, f"1 | Griff | Raia szörny\n\n{row}\n3 | Cyron | Raia szörny\n")
    assert places(reading.findings) == [("pool.row", 3, 1)]
    assert list(cards_of(reading)) == ["Griff", "Cyron"]
    assert balances(reading, rows=3)


def test_a_name_with_a_bar_keeps_it(tmp_path: Path) -> None:
    assert list(cards_of(reading_of(tmp_path, "1 | Fel | le | Raia szörny\n"))) == ["Fel | le"]


@pytest.mark.parametrize(
    "rows",
    [
        "1 | Turul | Raia szörny\n2 | Turul (foil) | Raia szörny\n",
        "2 | Turul (foil) | Raia szörny\n1 | Turul | Raia szörny\n",
        "1 | Turul | Raia szörny\n2 | Turul (foil) | Tharr szörny\n",
        "1 | Turul | Raia szörny\n2 | Turul (foil) | ???\n",
    ],
    ids=["after", "before", "other colour", "unknown words"],
)
def test_a_foil_printing_is_the_card_without_foil_and_its_name_an_alias(tmp_path: Path, rows: str) -> None:
    reading = reading_of(tmp_path, rows)
    (one,) = reading.pool.cards
    assert (one.id, one.name["hu"], one.aliases, one.colours) == ("1", "Turul", ("Turul (foil)",), ("raia",))
    assert (reading.foils, reading.doubles) == (1, 0)
    assert balances(reading, rows=2)


@pytest.mark.parametrize("after", ["", "3 | Griff | Raia szörny\n"])
def test_a_card_that_has_only_foil_printings_is_one_card_without_foil(tmp_path: Path, after: str) -> None:
    rows = "1 | Turul (foil) | Raia szörny\n2 | Turul (foil) | Raia szörny\n" + after
    reading = reading_of(tmp_path, rows)
    turul = cards_of(reading)["Turul"]
    assert (turul.id, turul.aliases) == ("1", ("Turul (foil)",))
    assert all(not other.aliases for other in reading.pool.cards if other is not turul)
    assert balances(reading, rows=2 + after.count("\n"))


def test_doubles_of_one_name_colour_and_type_are_one_card(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "1 | Turul | Raia szörny\n2 | Turul | Raia szörny\n3 | Turul | Raia szörny\n")
    assert [one.id for one in reading.pool.cards] == ["1"]
    assert (reading.foils, reading.doubles) == (0, 2)
    assert balances(reading, rows=3)


def test_one_name_in_two_colours_is_two_cards(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "1 | Turul | Raia szörny\n2 | Turul | Tharr szörny\n")
    assert [one.colours for one in reading.pool.cards] == [("raia",), ("tharr",)]
    assert balances(reading, rows=2)


def test_an_id_that_two_cards_share_is_told_and_not_counted_as_one_card(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "1 | Turul | Raia szörny\n1 | Griff | Raia szörny\n")
    assert places(reading.findings) == [("data.duplicate-id", 2, 1)]
    assert list(cards_of(reading)) == ["Turul"]
    assert balances(reading, rows=2)


def test_blank_lines_and_comments_are_no_rows(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "# cards\n\n1 | Turul | Raia szörny\n   \n")
    assert balances(reading, rows=1)
    assert reading.findings == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_and_any_line_end_are_read(tmp_path: Path, end: str) -> None:
    text = f"1 | Őslény | Raia szörny{end}bad{end}2 | Turul | Raia szörny{end}"
    reading = reading_of(tmp_path, b"\xef\xbb\xbf" + text.encode())
    assert [(one.id, one.name["hu"]) for one in reading.pool.cards] == [("1", "Őslény"), ("2", "Turul")]
    assert places(reading.findings) == [("pool.row", 2, 1)]


def test_a_list_in_another_encoding_is_read_with_a_warning(tmp_path: Path) -> None:
    content = "1 | Őslény | Raia szörny\n".encode("cp1250")
    reading = reading_of(tmp_path, content)
    assert list(cards_of(reading)) == ["Őslény"]
    assert [(f.code, f.wording, f.severity) for f in reading.findings] == [
        ("file.encoding", "file.encoding.pool", "warning")
    ]
    assert reading_of(tmp_path, content, encoding="cp1250").findings == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["pool.empty"]),
        ("# nothing\n\n", ["pool.empty"]),
        ("3 Életerő\n3 Turul\n", ["pool.row", "pool.row"]),
        ("[]", ["pool.empty"]),
        ("<cockatrice_carddatabase/>", ["pool.empty"]),
        ("id,name\n", ["pool.empty"]),
    ],
)
def test_a_file_without_any_card_is_no_pool(tmp_path: Path, text: str, told: list[str]) -> None:
    assert codes(refused(lambda: reading_of(tmp_path, text))) == told


def test_a_file_full_of_wrong_rows_tells_the_first_twenty_and_how_many_others_there_are(tmp_path: Path) -> None:
    *told, others = refused(lambda: reading_of(tmp_path, "x\n" * 500))
    assert [one.location.line for one in told] == [*range(1, 21)]
    assert (others.code, others.key, others.params["count"]) == ("pool.row", "found.others", 480)


def test_a_binary_file_is_no_pool(tmp_path: Path) -> None:
    assert codes(refused(lambda: reading_of(tmp_path, b"%PDF-1.7\0\1\2"))) == ["file.unreadable"]


def test_a_pool_that_was_written_reads_back_equal(tmp_path: Path) -> None:
    first = reading_of(tmp_path, LIST)
    write_pool(first.pool, tmp_path / "pool.json")
    again = read_pool(tmp_path / "pool.json", INFO)
    assert again.pool == first.pool
    assert (again.rows, again.foils, again.doubles, again.findings) == (6, 0, 0, ())


def test_every_fact_of_a_card_survives_writing(tmp_path: Path) -> None:
    rich = card(
        "Ősi „Turul”",
        english="Turul",
        marks=("divine",),
        aliases=("a\\b", 'c"d'),
        max_copies=12,
        unknown=("epic",),
        colours=None,
    )
    bare = card("Griff", type=None, colours=("raia", "leah"))
    pool = Pool(schema="cardtools.pool/1", game="toy", source="{x}", language="hu", facts=("epic",), cards=(rich, bare))
    write_pool(pool, tmp_path / "pool.json")
    assert read_pool(tmp_path / "pool.json", INFO).pool == pool


def test_a_written_pool_names_its_schema(tmp_path: Path) -> None:
    write_pool(reading_of(tmp_path, LIST).pool, tmp_path / "pool.json")
    written = json.loads((tmp_path / "pool.json").read_bytes())
    assert (written["schema"], written["game"]) == ("cardtools.pool/1", "toy")


@pytest.mark.parametrize("start", [b"", b"\n  ", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_an_imported_pool_is_told_by_its_first_sign(tmp_path: Path, start: bytes) -> None:
    reading = reading_of(tmp_path, start + imported())
    assert [dict(one.name) for one in reading.pool.cards] == [{"hu": "Turul"}]
    assert reading.rows == 1


def test_a_pool_of_another_game_is_refused(tmp_path: Path) -> None:
    (finding,) = refused(lambda: reading_of(tmp_path, imported(game="uno")))
    assert (finding.code, finding.params) == ("pool.other-game", {"game": "uno", "wanted": "toy"})


def test_ids_that_stand_twice_in_an_imported_pool_are_told(tmp_path: Path) -> None:
    cards = [{"id": one, "name": {"hu": name}} for one, name in (("1", "A"), ("1", "B"), ("2", "C"), ("2", "D"))]
    findings = refused(lambda: reading_of(tmp_path, imported(cards=cards)))
    assert [(f.code, f.params["id"]) for f in findings] == [("data.duplicate-id", "1"), ("data.duplicate-id", "2")]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"{", "-"),
        (b"{}", "game"),
        (b'{"a":' * 50_000, "-"),
        (b'{"game": "\xff"}', "-"),
        (imported(schema="cardtools.pool/2"), "schema"),
        (imported(cards=[{"id": "1"}]), "cards.0.name"),
        (imported(cards=[{"id": "1", "name": {"hu": ""}}]), "cards.0.name.hu"),
        (imported(cards=[{"id": "1", "name": {"hu": "A"}, "colour": "raia"}]), "cards.0.colour"),
        (imported(cards=[{"id": "1", "name": {"hu": "A"}, "max_copies": 10**30}]), "cards.0.max_copies"),
        (imported(cards=[{"id": "1", "name": {"hu": "A"}, "copies": -1}]), "cards.0.copies"),
        (imported(cards=[{"id": "1", "name": {"hu": "A"}, "value": 1.5}]), "cards.0.value"),
        (imported(cards=[{"id": "1", "name": {"hu": "A"}, "value": 7}]).replace(b": 7", b": 1e999"), "cards.0.value"),
        (imported(cards=[{"id": "1", "name": {"hu": "A"}, "value": 7}]).replace(b": 7", b": " + b"9" * 5000), "-"),
    ],
)
def test_a_broken_imported_pool_is_refused_with_the_place_of_the_fault(
    tmp_path: Path, content: bytes, where: str
) -> None:
    (finding,) = refused(lambda: reading_of(tmp_path, content))
    assert (finding.code, finding.params["where"]) == ("pool.broken", where)


def test_reading_a_pool_leaves_the_garbage_collector_as_it_was(tmp_path: Path) -> None:
    assert gc.isenabled()
    reading_of(tmp_path, imported())
    refused(lambda: reading_of(tmp_path, b"{"))
    assert gc.isenabled()
