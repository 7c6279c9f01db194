from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from cardtools.model.card import Card
from cardtools.model.finding import Finding
from cardtools.model.formats import Formats
from cardtools.model.game import CardsFile
from cardtools.store.yaml_files import Data, Document, load, parse_yaml, read_yaml
from tests.factories import places, refused

PATH = Path("cards.yaml")
CARD = "source: s\ncards:\n  - id: a\n    name: {en: A}\n"

LAUGHS = 'a: &a ["lol"]\n' + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n" for before, after in itertools.pairwise("abcdefghij")
)


def parsed(text: str | bytes) -> Document:
    return parse_yaml(text.encode() if isinstance(text, str) else text, PATH)


def data_of(text: str | bytes) -> Data:
    return parsed(text).data


def why(text: str | bytes) -> tuple[Finding, ...]:
    return refused(lambda: parsed(text))


@pytest.mark.parametrize(
    "written", ["No", "yes", "10:30", "1e3", "0o17", "0x1F", "1_000", "3.10", "007", "2020-01-02", ".inf", "=", "TRUE"]
)
def test_every_scalar_stays_the_text_that_was_written(written: str) -> None:
    assert data_of(f"a: {written}\nb: [{written}]\n{written}: c") == {"a": written, "b": [written], written: "c"}


@pytest.mark.parametrize("written", ["", "~", "null"])
def test_an_empty_plain_scalar_is_absent(written: str) -> None:
    assert data_of(f"a: {written}\nb: 1") == {"a": None, "b": "1"}


@pytest.mark.parametrize(
    ("written", "text"), [('""', ""), ("''", ""), ('"null"', "null"), ("'~'", "~"), ("|\n  x\n  y\n", "x\ny\n")]
)
def test_a_quoted_scalar_is_text_even_where_it_looks_absent(written: str, text: str) -> None:
    assert data_of(f"a: {written}") == {"a": text}


@pytest.mark.parametrize("content", [b"", b"# only a comment\n", b"---\n...\n", b"\xef\xbb\xbf"])
def test_an_empty_file_has_no_data(content: bytes) -> None:
    assert data_of(content) is None


def test_a_byte_order_mark_is_no_part_of_the_first_key() -> None:
    assert data_of(b"\xef\xbb\xbfid: x\r\nn: 1\r\n") == {"id": "x", "n": "1"}


def test_all_duplicate_keys_are_told_at_once_with_their_places() -> None:
    findings = why("a: 1\nb:\n  c: 1\n  c: 2\na: 2\nd: {e: 1, e: 2}\n")
    assert places(findings) == [
        ("data.duplicate-key", 4, 3),
        ("data.duplicate-key", 5, 1),
        ("data.duplicate-key", 6, 11),
    ]
    assert [finding.params["key"] for finding in findings] == ["c", "a", "e"]
    assert {finding.location.path for finding in findings} == {"cards.yaml"}


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: &x 1\n", "data.alias", 1, 4),
        ("a: 1\nb: *x\n", "data.alias", 2, 4),
        ("a: &x {b: 1}\n", "data.alias", 1, 4),
        ("a: &x [1]\n", "data.alias", 1, 4),
        ("a: 1\n<<: *x\n", "data.alias", 2, 1),
        ("a: 1\n<<: {b: 2}\n", "data.alias", 2, 1),
        ("&x a: 1\n", "data.key", 1, 1),
        ("a: !!python/object:os.system x\n", "data.tag", 1, 4),
        ("a: !!python/object/apply:os.system [ls]\n", "data.tag", 1, 4),
        ("- !!python/name:os.system\n", "data.tag", 1, 3),
        ("!!python/object:x.Y {a: 1}\n", "data.tag", 1, 1),
        ("a:\n  - !!int 3\n", "data.tag", 2, 5),
        ("a: !mine [1]\n", "data.tag", 1, 4),
        ("!!str a: 1\n", "data.key", 1, 1),
        ("? [a, b]\n: 1\n", "data.key", 1, 3),
        ("? {a: b}\n: 1\n", "data.key", 1, 3),
        ("a: 1\n---\nb: 2\n", "data.documents", 2, 1),
        ("a: 1\n...\n---\n...\n", "data.documents", 3, 1),
        ("a: 1\n b: 2\n", "data.syntax", 2, 3),
        ("a: b: c\n", "data.syntax", 1, 5),
        ("a: 1\nc: 'open\n", "data.syntax", 3, 1),
        ("a:\n\t- b\n", "data.syntax", 2, 1),
        ("a: 1\né: ő\x07\n", "data.syntax", 2, 5),
        ("\x00", "data.syntax", 1, 1),
        ('a: "\\ud800"\n', "data.syntax", 1, 7),
    ],
)
def test_what_is_more_than_data_is_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    assert places(why(text)) == [(code, line, column)]


@pytest.mark.parametrize("text", [LAUGHS, "a: &a [*a]\n"], ids=["billion laughs", "ring"])
def test_aliases_are_never_expanded(text: str) -> None:
    assert places(why(text)) == [("data.alias", 1, 4)]


@pytest.mark.parametrize("text", ["[" * 60 + "]" * 60, "".join(f"{' ' * n}a:\n" for n in range(60))])
def test_nesting_beyond_forty_levels_is_refused(text: str) -> None:
    assert why(text)[0].code == "data.too-complex"


@pytest.mark.parametrize("text", ["[" * 50_000, "{a: " * 50_000, "- " * 50_000])
def test_absurd_nesting_is_refused_and_breaks_nothing(text: str) -> None:
    assert why(text)[0].code in ("data.too-complex", "data.syntax")


def test_forty_levels_are_read() -> None:
    assert data_of("[" * 40 + "]" * 40) is not None


def test_more_values_than_any_game_has_are_refused() -> None:
    assert why("[" + "a," * 300_001 + "]")[0].code == "data.too-complex"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("név: Életerő".encode("cp1250"), 1),
        (b"a: 1\nb: \xff\n", 2),
        ("a: 1".encode("utf-16"), 1),
        (b"a: \xed\xa0\x80", 1),
    ],
)
def test_another_encoding_than_utf_8_is_refused_with_its_line(content: bytes, line: int) -> None:
    assert places(why(content)) == [("data.encoding", line, 1)]


def test_a_file_of_ten_megabytes_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_bytes(b"a: b\n" * 2_000_000)
    (finding,) = refused(lambda: read_yaml(path))
    assert finding.code == "file.too-large"
    assert finding.location.path == str(path)


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    (finding,) = refused(lambda: read_yaml(tmp_path / "no.yaml"))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.missing")


def test_every_value_has_its_place() -> None:
    document = parsed("a: 1\nb:\n  - x\n  - c: 2\n    d: 3\n")
    expected = {("a",): (1, 1), ("b",): (2, 1), ("b", 0): (3, 5), ("b", 1, "c"): (4, 5), ("b", 1, "d"): (5, 5)}
    for where, (line, column) in expected.items():
        assert (document.location(where).line, document.location(where).column) == (line, column)


def test_what_is_not_there_has_the_place_of_what_is_around_it() -> None:
    document = parsed("a: 1\nb:\n  - x: 1\n")
    assert document.location(("b", 0, "y", 3)).line == 3
    assert document.location(("z",)).line == 1


def test_a_fitting_file_becomes_the_model() -> None:
    cards = load(CardsFile, parsed(CARD + "    value: 7\n    copies: 2\n    colours: [red, blue]\n"))
    assert cards.cards[0] == Card(id="a", name={"en": "A"}, value=7, copies=2, colours=("red", "blue"))


def test_what_only_looks_like_a_number_or_truth_stays_text_in_the_model() -> None:
    cards = load(CardsFile, parsed("source: 10:30\ncards:\n  - {id: No, name: {en: 1e3, no: 0o17}}\n"))
    assert cards.source == "10:30"
    assert (cards.cards[0].id, dict(cards.cards[0].name)) == ("No", {"en": "1e3", "no": "0o17"})


@pytest.mark.parametrize(
    ("text", "code", "wording", "line", "column", "key"),
    [
        (CARD + "    valeu: 3\n", "data.unknown-key", "data.unknown-key", 5, 5, "valeu"),
        ("sorce: s\nsource: s\ncards: []\n", "data.unknown-key", "data.unknown-key", 1, 1, "sorce"),
        ("source: s\ncards:\n  - name: {en: A}\n", "data.missing-key", "data.missing-key", 3, 5, "id"),
        ("cards: []\n", "data.missing-key", "data.missing-key", 1, 1, "source"),
        ("", "data.missing-key", "data.missing-key", 1, 1, "source"),
        (CARD + "    value: 10:30\n", "data.value", "data.value.integer", 5, 5, "value"),
        (CARD + "    value: 1e3\n", "data.value", "data.value.integer", 5, 5, "value"),
        (CARD + "    value: 0o17\n", "data.value", "data.value.integer", 5, 5, "value"),
        (CARD + "    value: [1]\n", "data.value", "data.value.integer", 5, 5, "value"),
        (CARD + "    copies: 0\n", "data.value", "data.value.low", 5, 5, "copies"),
        (CARD + "    copies: 1000\n", "data.value", "data.value.high", 5, 5, "copies"),
        (CARD + "    colours: red\n", "data.value", "data.value.list", 5, 5, "colours"),
        (CARD + "    tokens: [[a]]\n", "data.value", "data.value.text", 5, 14, "cards 1, tokens 1"),
        (CARD + "    certainty: sure\n", "data.value", "data.value.choice", 5, 5, "certainty"),
        ("source: s\ncards:\n  - {id: a, name: A}\n", "data.value", "data.value.mapping", 3, 13, "name"),
        ("source: s\ncards:\n  - {id: a, name: {}}\n", "data.value", "data.value.empty", 3, 13, "name"),
        ("source: s\ncards:\n  - {id: '', name: {en: A}}\n", "data.value", "data.value.empty", 3, 6, "id"),
        ("source: s\ncards:\n  - a\n", "data.value", "data.value.mapping", 3, 5, "cards 1"),
        ("source: s\ncards: {a: 1}\n", "data.value", "data.value.list", 2, 1, "cards"),
    ],
)
def test_what_does_not_fit_the_model_is_told_with_its_place(
    text: str, code: str, wording: str, line: int, column: int, key: str
) -> None:
    findings = refused(lambda: load(CardsFile, parsed(text)))
    assert (code, line, column) in places(findings)
    finding = next(one for one in findings if one.code == code and one.params["key"] == key)
    assert finding.wording == wording


def test_an_unknown_key_suggests_what_may_have_been_meant() -> None:
    findings = refused(lambda: load(CardsFile, parsed("sources: s\ncards:\n  - {id: a, nmae: {en: A}}\n")))
    by_key = {finding.params["key"]: finding for finding in findings if finding.code == "data.unknown-key"}
    assert by_key["sources"].suggestions[0] == "source"
    assert by_key["nmae"].suggestions[0] == "name"


def test_a_key_that_is_known_elsewhere_does_not_suggest_itself() -> None:
    text = "formats:\n  - id: f\n    name: {en: F}\n    rules: [{id: a, kind: drop, zones: [main]}]\n"
    (finding,) = refused(lambda: load(Formats, parsed(text)))
    assert (finding.code, finding.params["key"]) == ("data.unknown-key", "zones")
    assert "zones" not in finding.suggestions


def test_everything_that_does_not_fit_is_told_at_once() -> None:
    findings = refused(lambda: load(CardsFile, parsed("cards:\n  - {id: a, value: x}\n  - {name: {en: B}, tpye: y}\n")))
    assert sorted(places(findings)) == [
        ("data.missing-key", 1, 1),
        ("data.missing-key", 2, 5),
        ("data.missing-key", 3, 5),
        ("data.unknown-key", 3, 21),
        ("data.value", 2, 13),
    ]


@pytest.mark.parametrize(
    ("rule", "code", "key", "line", "column"),
    [
        ("{id: size, kind: size, source: s, least: 3}", "data.unknown-key", "least", 5, 43),
        ("{id: size, kind: sise, source: s}", "data.value", "formats 1, rules 1", 5, 9),
        ("{id: size, source: s}", "data.missing-key", "kind", 5, 9),
        ("{id: only, kind: only, source: s}", "data.missing-key", "select", 5, 9),
        ("{id: only, kind: only, source: s, select: {typ: [a]}}", "data.unknown-key", "typ", 5, 52),
    ],
)
def test_a_broken_rule_is_told_where_it_stands(rule: str, code: str, key: str, line: int, column: int) -> None:
    text = f"formats:\n  - id: f\n    name: {{en: F}}\n    rules:\n      - {rule}\n"
    (finding,) = refused(lambda: load(Formats, parsed(text)))
    assert places([finding]) == [(code, line, column)]
    assert finding.params["key"] == key
