"""What a file from a stranger may hold at most: it is refused at the first too many, and what is found is bounded."""

from __future__ import annotations

import csv
import io
import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.app.deck_spelling import spell
from cardtools.app.decks import Builder
from cardtools.app.desk import Desk
from cardtools.model.finding import MOST_OF_A_KIND, Collected, Finding, Location, bounded
from cardtools.model.game import CardsFile
from cardtools.store import spreadsheet_extent, spreadsheet_parts, xml_files
from cardtools.store.card_tables import parse_card_table
from cardtools.store.deck_lists import grammar, read_deck_list
from cardtools.store.deck_lists.json_text import parse_json
from cardtools.store.deck_lists.writers import FORMS, Form, write_deck_list
from cardtools.store.pools import read_pool
from cardtools.store.spreadsheets import is_spreadsheet, read_spreadsheet, write_spreadsheet
from cardtools.store.xml_files import BrokenXml, OverfullXml, XmlWalker
from cardtools.store.yaml_files import load, parse_yaml
from tests.conftest import Outcome
from tests.factories import ZONES, codes, deck_of, game_info, grammar_of, refused
from tests.store.test_spreadsheets import PLAIN, changed, rows_of

GRAMMAR = grammar_of("Turul")
INFO = game_info()
ROW = Finding(code="deck.row", location=Location(path="d.txt", line=1))


def test_of_a_kind_the_first_are_told_and_then_how_many_others_there_are() -> None:
    warning = ROW.model_copy(update={"severity": "warning", "effect": "none"})
    found = [ROW] * (MOST_OF_A_KIND + 3) + [warning] * (MOST_OF_A_KIND + 1) + [Finding(code="deck.size")]
    told = bounded(found)
    others = [(one.code, one.severity, one.effect, one.params["count"]) for one in told if one.key == "found.others"]
    assert others == [("deck.row", "error", "illegal", 3), ("deck.row", "warning", "none", 1)]
    assert len(told) == 2 * MOST_OF_A_KIND + 3
    assert Collected(found).errors == Collected(told).errors == MOST_OF_A_KIND + 4


def test_what_was_bounded_once_is_not_bounded_to_less() -> None:
    told = bounded([ROW] * (MOST_OF_A_KIND + 3))
    assert bounded(told) == told
    assert bounded((*told, ROW))[-1].params["count"] == 4


@pytest.mark.parametrize("report", ["text", "json", "jsonl", "csv"])
def test_a_list_of_unknown_cards_tells_the_first_and_counts_the_others(
    command: Callable[..., Outcome], tmp_path: Path, report: str
) -> None:
    path = tmp_path / "d.txt"
    path.write_text("".join(f"1 xq{n}\n" for n in range(MOST_OF_A_KIND + 30)))
    outcome = command("validate", path, "-g", "hkk", "-f", "tournament", "--report", report)
    assert outcome.code == 1
    lines = outcome.out.splitlines()
    if report == "text":
        told = [line for line in lines if "deck.unknown-card" in line]
    elif report == "csv":
        told = [row[-1] for row in csv.reader(io.StringIO(outcome.out)) if "deck.unknown-card" in row]
    else:
        document = json.loads(lines[0])
        findings = (document["results"][0] if report == "json" else document)["findings"]
        told = [one["message"] for one in findings if one["code"] == "deck.unknown-card"]
    assert len(told) == MOST_OF_A_KIND + 1
    assert "30 more of this kind" in told[-1]


def test_what_a_list_is_converted_with_is_bounded_and_nothing_of_the_list_is_lost(
    command: Callable[..., Outcome], tmp_path: Path
) -> None:
    path = tmp_path / "d.csv"
    path.write_text("count,name,zone\n" + "".join(f"1,xq{n},z{n}\n" for n in range(MOST_OF_A_KIND + 30)))
    outcome = command("deck", "convert", path, "-g", "hkk", "--to", "csv")
    assert [line.count("30 more of this kind") for line in outcome.err.splitlines()].count(1) == 2
    assert [row[1:] for row in csv.reader(io.StringIO(outcome.out))][1:] == [
        [f"xq{n}", f"z{n}"] for n in range(MOST_OF_A_KIND + 30)
    ]


@pytest.mark.parametrize("form", FORMS)
def test_a_list_holds_so_many_lines_and_no_more(monkeypatch: pytest.MonkeyPatch, form: Form) -> None:
    beside = {"csv": 1, "xlsx": 1, "cod": 1}.get(form, 0)  # the header row, the zone
    for most, is_read in ((5 + beside, True), (4 + beside, False)):
        monkeypatch.setattr(grammar, "MOST_LINES", most)
        content = write_deck_list(deck_of(*((1, f"x{n}", "main") for n in range(5))).listing, form, ZONES)
        if is_read:
            assert len(read_deck_list(content, f"d.{form}", GRAMMAR).entries) == 5
        else:
            (finding,) = refused(lambda content=content: read_deck_list(content, f"d.{form}", GRAMMAR))  # type: ignore[misc]
            assert (finding.key, finding.params) == ("file.too-large.lines", {"most": most})


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("%%%\n", "d.txt"), ("# x\n", "d.txt"), ("s:\n", "d.txt"), ("0 x\n", "d.txt"),
        (",\n1,,x\n", "d.csv"), ("a\n b\n", "d.yaml"), ("- []\n", "d.yaml"), ("- {zone: x}\n", "d.yaml"),
        ("- {z: []}\n", "d.yaml"),
    ],
)  # fmt: skip
def test_lines_that_are_no_cards_count_as_well(monkeypatch: pytest.MonkeyPatch, text: str, path: str) -> None:
    monkeypatch.setattr(grammar, "MOST_LINES", 9)
    (finding,) = refused(lambda: read_deck_list((text * 10).encode(), path, GRAMMAR))
    assert finding.key == "file.too-large.lines"


def test_blank_lines_are_no_lines_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "MOST_LINES", 1)
    assert len(read_deck_list(b"\n \n" * 100 + b"1 x\n\n", "d.txt", GRAMMAR).entries) == 1


def test_spelling_a_list_reads_the_words_of_the_game_once_whatever_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = Builder.open(Desk.open("en"), "uno")
    made: list[int] = []
    begin = grammar.Grammar.__init__

    def counted(self: grammar.Grammar, *given: object) -> None:
        made.append(1)
        begin(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(grammar.Grammar, "__init__", counted)
    numbers = []
    for length in (1, 50):
        made.clear()
        spell(builder, "".join(f"1 x{n}\n" for n in range(length)).encode(), "d.txt")
        numbers.append(len(made))
    assert numbers[1] <= numbers[0]


@pytest.mark.parametrize(
    "content",
    [
        "<a>" + "<b/>" * 5 + "</a>", "<a>" + "<!---->" * 5 + "</a>", "<a>" + "<?b?>" * 5 + "</a>",
        "<a>" + "<![CDATA[]]>" * 3 + "</a>",
    ],
)  # fmt: skip
def test_everything_in_a_file_of_xml_counts_as_a_tag(content: str) -> None:
    walker = XmlWalker(most=10)
    walker.walk(content.encode())
    assert walker.tags > 5
    with pytest.raises(OverfullXml):
        XmlWalker(most=5).walk(content.encode())


@pytest.mark.parametrize(
    "name", ["<b{}/>", '<b c{}="d"/>', '<b xmlns:c{}="d"/>'], ids=["tags", "attributes", "namespaces"]
)
def test_a_file_of_xml_has_so_many_names(name: str) -> None:
    few = "".join(name.format(n) for n in range(900)) * 2
    XmlWalker().walk(f"<a>{few}</a>".encode())
    many = "".join(name.format(n) for n in range(1100))
    with pytest.raises(OverfullXml):
        XmlWalker().walk(f"<a>{many}</a>".encode())


def test_a_tag_is_read_to_a_size_and_a_text_of_any(monkeypatch: pytest.MonkeyPatch) -> None:
    class Texts(XmlWalker):
        size = 0

        def data(self, text: str) -> None:
            self.size += len(text)

    monkeypatch.setattr(xml_files, "_PIECE", 100)
    walker = Texts()
    walker.walk(f"<a b='{'x' * 90}'>{'é' * 1000}</a>".encode())
    assert walker.size == 1000
    with pytest.raises(OverfullXml):
        XmlWalker().walk(f"<a b='{'x' * 400}'/>".encode())
    with pytest.raises(BrokenXml):
        XmlWalker().walk(b"<a>" + b"x" * 1000)


def test_a_deck_of_cockatrice_with_too_large_a_tag_is_refused_in_a_line() -> None:
    text = f"<cockatrice_deck><zone name='main'><card name='{'x' * 800_000}'/></zone></cockatrice_deck>"
    assert [one.key for one in refused(lambda: read_deck_list(text.encode(), "d.cod", GRAMMAR))] == [
        "file.too-large.xml"
    ]


def _bound(monkeypatch: pytest.MonkeyPatch, name: str, most: int) -> None:
    monkeypatch.setattr(spreadsheet_extent, name, most)


@pytest.mark.parametrize(
    ("name", "most", "content"),
    [
        ("CELLS", 20, lambda n: changed(PLAIN, sheet=rows_of("<row>" + "<c/>" * n + "</row>"))),
        ("CELLS", 20, lambda n: changed(PLAIN, texts=lambda _: b"<sst><si/>" + b"<si/>" * (n - 1) + b"</sst>")),
        ("LETTERS", 20, lambda n: changed(PLAIN, sheet=rows_of(f'<c t="str"><v>{"a" * n}</v></c>' * 3))),
        (
            "LETTERS",
            20,
            lambda n: changed(PLAIN, texts=lambda _: b"<sst>" + b"<si><t>%s</t></si>" % (b"a" * n) * 2 + b"</sst>"),
        ),
        ("MERGED", 20, lambda n: changed(PLAIN, sheet=rows_of('<mergeCell ref="A2:B2"/>' * n))),
        ("MOST_TAGS", 500, lambda n: changed(PLAIN, sheet=rows_of("<x/>" * (n * 24)))),
    ],
)
def test_a_spreadsheet_holds_so_much_and_no_more(
    monkeypatch: pytest.MonkeyPatch, name: str, most: int, content: Callable[[int], bytes]
) -> None:
    _bound(monkeypatch, name, most)
    read_spreadsheet(content(20), "d.xlsx")
    (finding,) = refused(lambda: read_spreadsheet(content(21), "d.xlsx"))
    assert finding.key == "file.too-large.cells"


def test_a_spreadsheet_has_so_many_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    def styled(number: int) -> bytes:
        stream = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(PLAIN)) as old, zipfile.ZipFile(stream, "w") as new:
            for part in old.namelist():
                styles = f"<styleSheet><cellXfs>{'<xf/>' * number}</cellXfs></styleSheet>".encode()
                new.writestr(part, styles if part == "xl/styles.xml" else old.read(part))
        return stream.getvalue()

    monkeypatch.setattr(spreadsheet_parts, "_STYLES", 20)
    assert read_spreadsheet(styled(20), "d.xlsx") == (("a", "1"),)
    assert codes(refused(lambda: read_spreadsheet(styled(21), "d.xlsx"))) == ["file.too-large"]


def test_one_part_is_not_the_sheet_of_two() -> None:
    two = changed(PLAIN, book=lambda part: part.replace(b"</sheets>", b'<sheet name="B" r:id="rId1"/></sheets>'))
    assert codes(refused(lambda: read_spreadsheet(two, "d.xlsx"))) == ["file.unreadable"]


def _archive(entries: int) -> bytes:
    """Return an archive that lists one part very often; what it says of their number is not true."""
    local = b"PK\x03\x04" + struct.pack("<HHHHHIIIHH", 20, 0, 0, 0, 0, 0, 0, 0, 1, 0) + b"a"
    entry = b"PK\x01\x02" + struct.pack("<HHHHHHIIIHHHHHII", 20, 20, *[0] * 7, 1, *[0] * 6) + b"a"
    size = len(entry) * entries
    return local + entry * entries + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, size, len(local), 0)


def test_an_archive_of_very_many_parts_is_refused_before_the_library_lists_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    content = _archive(spreadsheet_extent.PARTS + 1)
    assert len(zipfile.ZipFile(io.BytesIO(content)).namelist()) == spreadsheet_extent.PARTS + 1
    opened: list[object] = []
    monkeypatch.setattr(zipfile, "ZipFile", opened.append)
    (tmp_path / "p.xlsx").write_bytes(content)
    for call in (lambda: read_deck_list(content, "d.xlsx", GRAMMAR), lambda: read_pool(tmp_path / "p.xlsx", INFO)):
        assert codes(refused(call)) == ["file.too-large"]
    assert opened == []
    monkeypatch.undo()
    assert not is_spreadsheet(_archive(spreadsheet_extent.PARTS))


@pytest.mark.parametrize("columns", [200, 201])
def test_a_table_has_so_many_columns(tmp_path: Path, columns: int) -> None:
    names = ["name", *(f"c{n}" for n in range(columns - 1))]
    header, row = ",".join(names), ",".join("x" for _ in names)
    path = tmp_path / "cards.csv"
    path.write_text(f"{header}\n{row}\n")
    calls: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: read_pool(path, INFO), "pool.too-many.columns"),
        (lambda: parse_card_table(path.read_bytes(), "t.csv"), "table.too-many.columns"),
        (
            lambda: parse_card_table(json.dumps([dict.fromkeys(names, "x")]).encode(), "t.yaml"),
            "table.too-many.columns",
        ),
    )
    for call, key in calls:
        if columns > 200:
            assert [one.key for one in refused(call)] == [key]
        else:
            call()


def test_a_table_of_cards_of_a_real_size_is_read() -> None:
    rows = [["name", *(f"column {n}" for n in range(39))], *([f"card {n}", *["words"] * 39] for n in range(5000))]
    assert len(parse_card_table(write_spreadsheet(rows), "t.xlsx").rows) == 5000


@pytest.mark.parametrize("kind", ["yaml", "json"])
def test_after_many_keys_that_stand_twice_a_file_is_read_no_further(kind: str) -> None:
    if kind == "yaml":
        told = refused(lambda: parse_yaml(b"a: 1\n" * 1000, Path("d.yaml")))
    else:
        told = refused(lambda: parse_json("{" + ",\n".join(['"a": 1'] * 1000) + "}", "d.json"))
    assert codes(told) == [*["data.duplicate-key"] * MOST_OF_A_KIND, "data.stopped"]
    assert told[-1].location.line == MOST_OF_A_KIND + 1


def test_of_very_many_values_that_do_not_fit_the_first_are_told_and_where_it_stopped() -> None:
    text = "cards:\n" + "".join(f"  - {{id: c{n}, nme: x}}\n" for n in range(500))
    told = refused(lambda: load(CardsFile, parse_yaml(text.encode(), Path("cards.yaml"))))
    assert len(told) <= MOST_OF_A_KIND + 1
    assert (told[-1].code, told[-2].code) == ("data.stopped", "data.missing-key")
    few = refused(lambda: load(CardsFile, parse_yaml(text[:500].rpartition("\n")[0].encode(), Path("cards.yaml"))))
    assert "data.stopped" not in codes(few)
