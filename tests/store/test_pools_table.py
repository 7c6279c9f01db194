from __future__ import annotations

import io
from pathlib import Path

import pytest
import xlsxwriter

from cardtools.model.card import Card
from cardtools.store.pools import PoolReading, read_pool, write_pool
from cardtools.store.pools.reading import MOST_CARDS
from tests.factories import codes, game_info, places, refused

INFO = game_info()


def reading_of(folder: Path, text: str, name: str = "pool.csv") -> PoolReading:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_pool(path, INFO)


def only(reading: PoolReading) -> Card:
    (card,) = reading.pool.cards
    return card


def sheet(*rows: list[object]) -> bytes:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream)
    page = book.add_worksheet()
    for number, row in enumerate(rows):
        page.write_row(number, 0, row)
    book.close()
    return stream.getvalue()


HUNGARIAN = """\
azonosító;név;isten;típus;költség;SB;ÉP;szöveg;jelek;példány;ritkaság
7;Turul;Raia;szörny;2 VP;3;4;Repül.;isteni;4;ritka
"""
ENGLISH = """\
id,name,colour,type,cost,damage,life,text,marks,max_copies,rarity
7,Turul,raia,monster,2 VP,3,4,Repül.,divine,4,ritka
"""


@pytest.mark.parametrize("text", [HUNGARIAN, ENGLISH, ENGLISH.replace(",", "\t"), "# mine\n\n" + HUNGARIAN])
def test_columns_are_known_by_their_hungarian_and_english_names(tmp_path: Path, text: str) -> None:
    reading = reading_of(tmp_path, text)
    assert only(reading) == Card(
        id="7",
        name={"hu": "Turul"},
        colours=("raia",),
        type="monster",
        cost="2 VP",
        damage=3,
        life=4,
        text={"hu": "Repül."},
        marks=("divine",),
        max_copies=4,
        rarity="ritka",
    )
    assert reading.findings == ()
    facts = ("colours", "type", "cost", "damage", "life", "text", "rarity", "max_copies", "divine")
    assert reading.pool.facts == facts


def test_a_text_file_with_a_header_is_a_table_too(tmp_path: Path) -> None:
    assert only(reading_of(tmp_path, ENGLISH, "cards.txt")).name == {"hu": "Turul"}


def test_a_spreadsheet_reads_like_the_table_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pool.xlsx"
    path.write_bytes(sheet(["id", "név", "szín", "típus", "SB"], [], [7, "Turul", "Raia-Leah", "szörny", 3], [8, ""]))
    reading = read_pool(path, INFO)
    assert only(reading) == Card(id="7", name={"hu": "Turul"}, colours=("raia", "leah"), type="monster", damage=3)
    assert places(reading.findings) == [("pool.name", 4, 1)]


def test_a_column_that_is_absent_or_empty_is_no_fact(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "name,type,cost\nTurul,szörny,\n")
    assert (reading.pool.facts, only(reading).colours, only(reading).unknown) == (("type",), None, ())


def test_a_cell_that_is_empty_for_some_cards_is_unknown_of_these(tmp_path: Path) -> None:
    text = "name,type,cost,marks,max_copies\nTurul,szörny,2,isteni,4\nGriff,szörny,,,\nOrom,szörny,-,-,-\n"
    reading = reading_of(tmp_path, text)
    assert reading.pool.facts == ("type", "cost", "max_copies", "divine")
    assert {one.name["hu"]: one.unknown for one in reading.pool.cards} == {
        "Turul": (),
        "Griff": ("cost", "max_copies", "divine"),
        "Orom": (),
    }
    gaps = [(one.params["key"], one.params["count"], one.severity) for one in reading.findings]
    assert gaps == [("cost", 1, "info"), ("max_copies", 1, "info"), ("marks", 1, "info")]


def test_a_number_that_a_type_never_prints_is_no_gap(tmp_path: Path) -> None:
    info = INFO.model_copy(
        update={
            "types": tuple(kind.model_copy(update={"stats": () if kind.id == "trap" else None}) for kind in INFO.types)
        }
    )
    path = tmp_path / "pool.csv"
    path.write_text("name,type,SB\nTurul,szörny,3\nGriff,szörny,\nHáló,bűbáj,\n", encoding="utf-8")
    assert [one.unknown for one in read_pool(path, info).pool.cards] == [(), ("damage",), ()]


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("SB", "X"),
        ("SB", "2.5"),
        ("SB", "٣"),
        ("SB", "9" * 5000),
        ("max_copies", "0"),
        ("max_copies", "1000"),
        ("opening_hand", "-1"),
        ("cost", "9" * 81),
        ("szöveg", "x" * 2001),
        ("marks", "x" * 81),
        ("divine", "perhaps"),
        ("released", "2025-02-30"),
    ],
)
def test_what_cannot_be_a_value_is_left_unknown_and_counted(tmp_path: Path, column: str, cell: str) -> None:
    reading = reading_of(tmp_path, f"name,{column}\nTurul,{cell}\nGriff,{cell}\n")
    (finding,) = [one for one in reading.findings if one.code == "pool.value"]
    assert (finding.severity, finding.params["count"], finding.location.line) == ("warning", 2, 2)
    assert reading.pool.facts == ()
    assert [one.model_dump(exclude_defaults=True) for one in reading.pool.cards] == [
        {"id": "turul", "name": {"hu": "Turul"}},
        {"id": "griff", "name": {"hu": "Griff"}},
    ]


def test_words_that_are_no_colour_or_type_are_counted_and_unknown(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "name,szín,típus\nTurul,Kék,gép\nGriff,Kék,szörny\nOrom,Raia,szörny\n")
    told = [(one.code, one.params["value"], one.params["count"]) for one in reading.findings if one.severity != "info"]
    assert told == [("pool.unknown-word", "Kék", 2), ("pool.unknown-word", "gép", 1)]
    assert [(one.colours, one.type, one.unknown) for one in reading.pool.cards] == [
        (None, None, ("colours", "type")),
        (None, "monster", ("colours",)),
        (("raia",), "monster", ()),
    ]


@pytest.mark.parametrize(
    ("cell", "colours"),
    [("Raia/Leah", ("raia", "leah")), ("Chara-din", ("chara-din",)), ("-", ("colourless",)), ("rl", ("raia", "leah"))],
)
def test_ways_to_write_colours(tmp_path: Path, cell: str, colours: tuple[str, ...]) -> None:
    assert only(reading_of(tmp_path, f"name,god\nTurul,{cell}\n")).colours == colours


def test_a_mark_may_have_a_column_of_its_own(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "név,isteni,alone\nTurul,igen,x\nGriff,nem,no\nOrom,,-\n")
    assert [(one.marks, one.unknown) for one in reading.pool.cards] == [
        (("divine", "alone"), ()),
        ((), ()),
        ((), ("divine",)),
    ]
    assert reading.pool.facts == ("divine", "alone")


def test_unknown_and_doubled_columns_are_named_in_a_warning(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, "name,Alap top%,,isten,god\nTurul,1,2,Raia,Leah\n")
    assert [(one.code, one.severity) for one in reading.findings] == [
        ("pool.column-twice", "warning"),
        ("pool.unknown-column", "warning"),
    ]
    assert reading.findings[1].params == {"count": 2, "columns": "Alap top%, 3"}
    assert only(reading).colours == ("raia",)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (",szörny", "pool.name"),
        (f"{'x' * 401},szörny", "pool.name"),
        ("Krigis, a lélekkufár,szörny", "pool.cells"),
    ],
)
def test_a_row_that_is_no_card_is_refused_with_its_line(tmp_path: Path, row: str, code: str) -> None:
    reading = reading_of(tmp_path, f'név,típus\n"Orom,\nhegy",szörny\n{row}\nTurul,szörny\n')
    assert [(one.code, one.location.line) for one in reading.findings if one.severity == "error"] == [(code, 4)]
    assert [one.name["hu"] for one in reading.pool.cards] == ["Orom, hegy", "Turul"]
    assert (reading.rows, reading.refused) == (2, 1)


def test_names_and_texts_may_have_a_column_a_language(tmp_path: Path) -> None:
    card = only(reading_of(tmp_path, "name_hu,name_en,text_hu,text (en),aliases\nTurul,Hawk,Repül.,Flies.,Tur; Ul\n"))
    assert card.name == {"hu": "Turul", "en": "Hawk"}
    assert card.text == {"hu": "Repül.", "en": "Flies."}
    assert card.aliases == ("Tur", "Ul")


def test_cards_without_an_id_get_one_from_their_name(tmp_path: Path) -> None:
    text = "id,name,god\n,Őslény,Raia\nosleny-2,Griff,Raia\n,Őslény,Leah\n,!!!,Leah\n"
    ids = [one.id for one in reading_of(tmp_path, text).pool.cards]
    assert ids == ["osleny", "osleny-2", "osleny-3", "card"]


def test_a_row_that_stands_twice_is_one_card_and_told_where_its_facts_differ(tmp_path: Path) -> None:
    text = "name,type,cost\nTurul,szörny,2\nTurul,szörny,2\nTurul,szörny,3\nTurul (foil),szörny,\n"
    reading = reading_of(tmp_path, text)
    assert (only(reading).cost, only(reading).aliases) == ("2", ("Turul (foil)",))
    assert (reading.rows, reading.doubles, reading.foils) == (4, 2, 1)
    assert [(one.code, one.location.line) for one in reading.findings] == [("pool.double-differs", 4)]


def test_a_table_without_a_name_column_is_refused(tmp_path: Path) -> None:
    (finding,) = refused(lambda: reading_of(tmp_path, "id,szín\n1,Raia\n"))
    assert (finding.code, finding.params["columns"]) == ("pool.no-name-column", "id, szín")


def test_a_table_without_a_card_tells_why(tmp_path: Path) -> None:
    assert codes(refused(lambda: reading_of(tmp_path, "name,type\n,szörny\n"))) == ["pool.name"]
    assert codes(refused(lambda: reading_of(tmp_path, "name,type\n"))) == ["pool.empty"]


def test_a_table_with_too_many_rows_is_refused(tmp_path: Path) -> None:
    text = "name\n" + "x\n" * (MOST_CARDS + 1)
    assert codes(refused(lambda: reading_of(tmp_path, text))) == ["pool.too-many"]


def test_a_cell_beyond_what_is_read_ends_the_table_with_a_finding(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, f"name,type\nTurul,szörny\n{'x' * 4_000_001},szörny\n")
    assert [(one.code, one.severity) for one in reading.findings] == [("pool.csv", "error")]


def test_a_cell_longer_than_a_name_can_be_refuses_its_row_alone(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, f"name,type\nTurul,szörny\n{'x' * 200_000},szörny\nOrom,szörny\n")
    assert [(one.code, one.location.line) for one in reading.findings] == [("pool.name", 3)]
    assert len(reading.pool.cards) == 2


def test_a_table_reads_back_equal_once_it_is_written(tmp_path: Path) -> None:
    first = reading_of(tmp_path, HUNGARIAN + "8;Orom;-;;;;;-;;-;\n")
    write_pool(first.pool, tmp_path / "pool.json")
    assert read_pool(tmp_path / "pool.json", INFO).pool == first.pool
