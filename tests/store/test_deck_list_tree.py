from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.errors import CardtoolsError
from cardtools.model.deck import DeckList
from cardtools.store.deck_lists import read_deck_list
from cardtools.store.deck_lists.json_text import parse_json
from tests.factories import codes, grammar_of, places, refused

GRAMMAR = grammar_of("Életerő", "Turul", "Krigis, a lélekkufár", "7 törpe", "X8, az utazó")


def read(text: str, path: str) -> DeckList:
    return read_deck_list(text.encode(), path, GRAMMAR)


def cards(listing: DeckList) -> list[tuple[int, str, str]]:
    return [(entry.count, entry.name, entry.zone) for entry in listing.entries]


THREE = [(3, "Turul", "main"), (1, "Életerő", "main"), (2, "Krigis, a lélekkufár", "side")]
SHAPES: dict[str, object] = {
    "lines": ["3 Turul", "Életerő", "SB: 2x Krigis, a lélekkufár"],
    "mappings": [
        {"count": 3, "name": "Turul"},
        {"name": "Életerő"},
        {"qty": "2", "card": "Krigis, a lélekkufár", "zone": "Sideboard", "set": ["A"], "price": 1.5},
    ],
    "zones-of-lines": {"main": ["3 Turul", "Életerő"], "Kiegészítő": ["Krigis, a lélekkufár x2"]},
    "zones-of-mappings": {"Pakli": [{"db": 3, "név": "Turul"}, "Életerő"], "side": {"count": 2, "name": THREE[2][1]}},
    "zones-of-names": {"main": {"Turul": 3, "Életerő": 1}, "side": {"Krigis, a lélekkufár": 2}},
    "names": {"Turul": 3, "Életerő": "1", "SB": {"Krigis, a lélekkufár": 2}},
    "list-of-names": [{"Turul": 3, "Életerő": 1}, {"KP": "2 Krigis, a lélekkufár"}],
    "list-of-zones": [{"main": ["3 Turul", "Életerő"]}, {"side": ["2 Krigis, a lélekkufár"]}],
    "cards": {"name": "x", "cards": ["3 Turul", "1 Életerő", {"count": 2, "name": THREE[2][1], "zone": "side"}]},
    "zones": {"zones": {"main": ["3 Turul", "1 Életerő"], "side": ["2 Krigis, a lélekkufár"]}},
    "decks": {"schema": "cardtools.decks/1", "decks": [{"main": ["3 Turul", "1 Életerő"], "side": {THREE[2][1]: 2}}]},
    "one-line-zones": {"cards": ["3 Turul", "Életerő"], "side": "2 Krigis, a lélekkufár", "rule": None},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("path", ["deck.json", "deck.txt", "deck.yaml", "-"])
@pytest.mark.parametrize("indent", [None, 2])
def test_every_shape_says_the_same_deck(shape: str, path: str, indent: int | None) -> None:
    listing = read(json.dumps(SHAPES[shape], ensure_ascii=False, indent=indent), path)
    assert cards(listing) == THREE
    assert listing.findings == ()


YAML = """\
# a comment
name: Három isten
játékos: Anna
date: 2026-11-29
format: tournament
main:
  - 3 Turul
  - Életerő
  - {count: 07, name: 7 törpe}
side:
  X8, az utazó: 2
  Turul: 0
Kincstár:
  - 2 Turul
"""


def test_yaml_keeps_lines_and_columns_and_every_scalar_as_it_was_written() -> None:
    listing = read(YAML, "deck.yaml")
    assert [(e.line, e.column, e.count, e.name, e.zone) for e in listing.entries] == [
        (7, 5, 3, "Turul", "main"),
        (8, 5, 1, "Életerő", "main"),
        (9, 5, 7, "7 törpe", "main"),
        (11, 3, 2, "X8, az utazó", "side"),
        (14, 5, 2, "Turul", "unplaced"),
    ]
    assert dict(listing.headers) == {"name": "Három isten", "player": "Anna", "date": "2026-11-29"}
    assert places(listing.findings) == [("deck.count", 12, 3), ("deck.section", 13, 1)]
    assert listing.findings[0].location.zone == "side"


def test_json_tells_lines_and_columns() -> None:
    listing = read(
        '{"player": "Anna",\r\n "main": [\r"3 Turul",\n  {"count": 0, "name": "Turul"}, null],\n "x": []}', "d.json"
    )
    assert [(e.line, e.column, e.count) for e in listing.entries] == [(3, 1, 3)]
    assert dict(listing.headers) == {"player": "Anna"}
    assert places(listing.findings) == [("deck.count", 4, 3), ("deck.row", 4, 34), ("deck.section", 5, 2)]


@pytest.mark.parametrize("path", ["d.json", "d.yaml"])
@pytest.mark.parametrize(
    ("count", "written"),
    [
        ("0", "0"),
        ("-1", "-1"),
        ("2.5", "2.5"),
        ("1000", "1000"),
        ('"sok"', "sok"),
        ("true", "true"),
        ("null", "0"),
        ('"3x"', "3x"),
    ],
)
def test_quantities_are_those_of_every_other_format(path: str, count: str, written: str) -> None:
    for shape in (f'[{{"count": {count}, "name": "Turul"}}]', f'{{"side": {{"Turul": {count}}}}}'):
        listing = read(shape, path)
        assert listing.entries == ()
        assert [(one.code, one.params["written"], one.params["name"]) for one in listing.findings] == [
            ("deck.count", written, "Turul")
        ]


@pytest.mark.parametrize(
    "text",
    [
        "[null]",
        "[[3, 1]]",
        '[""]',
        '[{"name": null, "count": 3}]',
        '[{"name": {"hu": "Turul"}, "count": 3}]',
        '[{"name": "Turul", "count": [3]}]',
        '[{"count": 3, "nam": "Turul"}]',
        '{"": 3}',
        '{"main": [[]]}',
        '{"decks": [3]}',
        '{"decks": ["3 Turul"]}',
    ],
)
@pytest.mark.parametrize("path", ["d.json", "d.yaml"])
def test_what_is_no_card_is_told(text: str, path: str) -> None:
    listing = read(text, path)
    assert listing.entries == ()
    assert codes(listing.findings) == ["deck.row"]


def test_a_zone_nobody_knows_is_told_and_its_cards_are_unplaced() -> None:
    listing = read('[{"name": "Turul", "zone": "kincstár"}]', "d.json")
    assert cards(listing) == [(1, "Turul", "unplaced")]
    assert codes(listing.findings) == ["deck.section"]


def test_what_stands_beside_the_cards_is_passed_over_only_where_it_says_so_by_its_name() -> None:
    listing = read('{"format": "home", "notes": "3 Turul", "strange": "words", "main": []}', "d.json")
    assert [(one.code, one.params["name"]) for one in listing.findings] == [("deck.count", "strange")]


def test_a_card_that_is_called_like_a_header_or_a_zone_is_a_card() -> None:
    grammar = grammar_of("Verseny", "Követő", "Name")
    text = '{"Verseny": 3, "követő": 2, "event": "Kupa"}'
    listing = read_deck_list(text.encode(), "d.json", grammar)
    assert cards(listing) == [(3, "Verseny", "main"), (2, "követő", "main")]
    assert dict(listing.headers) == {"event": "Kupa"}


def test_beside_zones_a_word_for_a_header_is_a_header_even_where_a_card_is_called_so() -> None:
    listing = read_deck_list(b'{"name": 3, "main": {"name": 2}}', "d.json", grammar_of("Name"))
    assert cards(listing) == [(2, "name", "main")]
    assert dict(listing.headers) == {"name": "3"}


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ('{"schema": "cardtools.pool/1", "cards": []}', "file.unreadable.schema"),
        ('{"decks": [{"main": []}, {"main": []}]}', "file.unreadable.decks"),
    ],
)
@pytest.mark.parametrize("path", ["d.json", "d.yaml", "d.txt"])
def test_another_file_of_ours_and_several_decks_are_refused(text: str, wording: str, path: str) -> None:
    (finding,) = refused(lambda: read(text, path))
    assert (finding.code, finding.wording) == ("file.unreadable", wording)
    assert (finding.location.path, finding.location.line) == (path, 1)


@pytest.mark.parametrize("path", ["./d.json", "./d.yaml"])
def test_equal_keys_are_refused_with_their_place(path: str) -> None:
    told = refused(lambda: read('{"main": {"Turul": 3,\n "Turul": 2,\n "Turul": 1}}', path))
    assert places(told) == [("data.duplicate-key", 2, 2), ("data.duplicate-key", 3, 2)]
    assert {one.location.path for one in told} == {path}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"main": [', 1, 11),
        ('{"main": ["3 Turul"\n "x"]}', 2, 2),
        ('{"main": [],}', 1, 13),
        ("[1, 2,]", 1, 7),
        ('["a\nb"]', 1, 4),
        ('{"a" 1}', 1, 6),
        ("{a: 1}", 1, 2),
        ('["a"] x', 1, 7),
        ("[NaN]", 1, 2),
        ("[Infinity]", 1, 2),
        ("[01]", 1, 3),
        ("[+1]", 1, 2),
        ('["\\x"]', 1, 3),
        ("[nul]", 1, 2),
    ],
)
def test_broken_json_is_refused_at_its_place(text: str, line: int, column: int) -> None:
    (finding,) = refused(lambda: read(text, "d.json"))
    assert (finding.code, finding.wording) == ("data.syntax", "data.syntax.json")
    assert (finding.location.line, finding.location.column) == (line, column)


@pytest.mark.parametrize("path", ["d.json", "d.yaml"])
@pytest.mark.parametrize("text", ['{"a":' * 50_000, "[" * 60 + "]" * 60])
def test_depth_is_limited(path: str, text: str) -> None:
    assert codes(refused(lambda: read(text, path))) == ["data.too-complex"]


def test_depth_beyond_all_measure_is_refused_by_one_limit_or_another() -> None:
    assert codes(refused(lambda: read("[" * 100_000, "d.json"))) == ["data.too-complex"]
    assert codes(refused(lambda: read("[" * 100_000, "d.yaml"))) == ["data.syntax"]  # the parser's own limit


def test_the_number_of_values_is_limited() -> None:
    assert codes(refused(lambda: read("[" + "1," * 300_001 + "1]", "d.json"))) == ["data.too-complex"]


@pytest.mark.parametrize("text", ["a: &x [1]\nb: *x\n", "- !!python/name:os.system x\n", "--- a\n--- b\n", "a: [\n"])
def test_what_yaml_can_do_beyond_data_is_refused(text: str) -> None:
    assert {code.split(".")[0] for code in codes(refused(lambda: read(text, "d.yaml")))} == {"data"}


@pytest.mark.parametrize("path", ["d.json", "d.yaml", "d.yml"])
def test_a_plain_list_is_read_as_one_whatever_it_is_called(path: str) -> None:
    listing = read("# name: Paklim\n3 Turul\n2 Életerő\n", path)
    assert [(e.line, e.count, e.name) for e in listing.entries] == [(2, 3, "Turul"), (3, 2, "Életerő")]
    assert dict(listing.headers) == {"name": "Paklim"}
    assert listing.findings == ()


@pytest.mark.parametrize("text", ["[Pakli]\n3 Turul\n", "[ Pakli ]\n3 Turul", '["Pakli]\n3 Turul'])
def test_a_heading_in_brackets_is_no_json(text: str) -> None:
    assert [(entry.line, entry.count) for entry in read(text, "d.txt").entries] == [(2, 3)]


@pytest.mark.parametrize("text", ['{"main": ["3 Turul"', '[{"name": "Turul"}'])
def test_broken_json_in_a_text_file_is_refused_as_json(text: str) -> None:
    assert codes(refused(lambda: read(text, "d.txt"))) == ["data.syntax"]


@pytest.mark.parametrize("text", ["", " \n", "# x\n", "[]", "{}", "~", "null"])
def test_a_list_without_cards_has_no_entries_and_no_findings(text: str) -> None:
    listing = read(text, "d.yaml")
    assert (listing.entries, listing.findings) == ((), ())


def test_broken_letters_are_shown_as_such_and_never_lost() -> None:
    listing = read('["3 Tu\\u0000rul", "2 Tu\\ud800rul"]', "d.json")
    assert [(entry.count, entry.name) for entry in listing.entries] == [(3, "Tu\ufffdrul"), (2, "Tu\ufffdrul")]


SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()
)
DATA = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4))


@given(data=DATA, indent=st.sampled_from([None, 0, 3]), ascii_only=st.booleans())
@settings(max_examples=150, deadline=None)
def test_json_is_parsed_as_python_parses_it(data: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(data, indent=indent, ensure_ascii=ascii_only)
    words = {"True": "true", "False": "false"}

    def as_text(value: object) -> object:
        if isinstance(value, dict):
            return {key: as_text(one) for key, one in value.items()}
        if isinstance(value, list):
            return [as_text(one) for one in value]
        return value if value is None or isinstance(value, str) else words.get(str(value), str(value))

    document = parse_json(text, "d.json")
    assert document.data == as_text(data)
    assert document.path == Path("d.json")


KEYS = st.one_of(
    st.sampled_from(["main", "side", "name", "count", "zone", "cards", "decks", "zones", "Turul", "x"]), st.text()
)
TREES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=15
)


@given(data=TREES, path=st.sampled_from(["d.json", "d.yaml", "d.txt"]))
@settings(max_examples=200, deadline=None)
def test_any_data_is_read_or_refused_in_words(data: object, path: str) -> None:
    try:
        listing = read(json.dumps(data), path)
    except CardtoolsError as error:
        listing = DeckList(path, (), {}, error.findings)
    assert {finding.location.path for finding in listing.findings} <= {path}
    assert all(finding.code.startswith(("deck.", "file.", "data.")) for finding in listing.findings)
    assert all(1 <= entry.count <= 999 and entry.name and entry.line >= 1 for entry in listing.entries)


@given(
    data=st.lists(
        st.one_of(st.text(), st.dictionaries(KEYS, SCALARS, max_size=3), st.lists(SCALARS, max_size=2)), max_size=6
    )
)
@settings(max_examples=100, deadline=None)
def test_every_item_of_a_list_is_an_entry_or_a_finding(data: list[object]) -> None:
    text = "[" + ",\n".join(json.dumps(one) for one in data) + "]"
    listing = read(text, "d.json")
    told = {finding.location.line for finding in listing.findings} | {entry.line for entry in listing.entries}
    for number, item in enumerate(data, start=1):
        empty = item == {} or (isinstance(item, dict) and all(one is None for one in item.values()))
        assert number in told or empty, item
