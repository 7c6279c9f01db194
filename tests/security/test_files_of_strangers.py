from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from cardtools.store.spreadsheets import write_spreadsheet
from tests.security.outside import refused, told

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
YAML = {
    "bomb": (BOMB, "data.alias"),
    "anchor": ("main: &x\n  Turul: 3\n", "data.alias"),
    "merge": ("a: {b: c}\n<<: *a\n", "data.alias"),
    "python": ("!!python/object/apply:os.system ['touch owned']\n", "data.tag"),
    "python-value": ("main: !!python/object/apply:os.system ['touch owned']\n", "data.tag"),
    "python-key": ("? !!python/object/apply:os.system ['touch owned']\n: x\n", "data.key"),
    "own-tag": ("main: !include /etc/passwd\n", "data.tag"),
    "binary": ("main: !!binary aGVsbG8=\n", "data.tag"),
    "deep": ("main: " + "[" * 3000 + "]" * 3000 + "\n", "data."),
    "twice": ("main: {Turul: 3}\nmain: {Turul: 1}\n", "data.duplicate-key"),
    "two": ("main: {Turul: 3}\n---\nmain: {}\n", "data.documents"),
    "wide": ("main: [" + "1," * 350_000 + "1]\n", "data.too-complex"),
}


@pytest.mark.parametrize("name", YAML)
def test_yaml_that_is_more_than_data_is_refused(tmp_path: Path, name: str) -> None:
    text, code = YAML[name]
    (tmp_path / "x.yaml").write_text(text)
    refused(told(tmp_path, "validate", "x.yaml", "-g", "hkk"), "unreadable", code)
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize(
    "command", ["score uno x.yaml", "print cards x.yaml", "pool import p.csv -g hkk --overlay x.yaml"]
)
def test_every_reader_of_yaml_refuses_it(tmp_path: Path, command: str) -> None:
    (tmp_path / "x.yaml").write_text(YAML["python"][0])
    (tmp_path / "p.csv").write_text("id,name,type,colours\n1,Turul,monster,raia\n")
    refused(told(tmp_path, *command.split()), "data.tag")
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("file", ["game.yaml", "formats.yaml", "cards.yaml"])
def test_a_data_folder_of_a_stranger_builds_no_objects(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "mine/games/uno"
    folder.mkdir(parents=True)
    (folder / file).write_text(YAML["python"][0])
    (tmp_path / "d.txt").write_text("1 Wild\n")
    refused(told(tmp_path, "validate", "d.txt", "-g", "uno", "--data", "mine"), "data.tag")
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("scorer", ["os", "hkk.file", "../x", "__init__", "subprocess"])
def test_a_data_folder_of_a_stranger_runs_no_code(tmp_path: Path, scorer: str) -> None:
    folder = tmp_path / "mine/games/toy"
    folder.mkdir(parents=True)
    for name in ("toy.py", "scorer.py", "os.py", "conftest.py", "sitecustomize.py"):
        (folder / name).write_text("open('owned', 'w')\n")
    shown = told(tmp_path, "new", "toy2", "mine")
    assert shown.code == 0, shown.err
    for path in (tmp_path / "mine/games/toy2").rglob("*.yaml"):
        target = folder / path.relative_to(tmp_path / "mine/games/toy2")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text("utf-8").replace("toy2", "toy"), "utf-8")
    (folder / "scoring.yaml").write_text(f"scorer: {scorer}\n" + (folder / "scoring.yaml").read_text("utf-8"), "utf-8")
    refused(told(tmp_path, "score", "toy", "Anna: 1", "--data", "mine"))
    assert not (tmp_path / "owned").exists()


ENTITIES = "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
XML = {
    "bomb": f'<!DOCTYPE x [<!ENTITY a "lol">{ENTITIES}]>',
    "external": '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/passwd">]>',
    "net": '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">',
    "parameter": '<!DOCTYPE x [<!ENTITY % i SYSTEM "file:///etc/passwd"> %i;]>',
}


@pytest.mark.parametrize(("name", "encoding"), [*((name, "utf-8") for name in XML), ("bomb", "utf-16")])
def test_xml_with_entities_is_refused_wherever_xml_is_read(tmp_path: Path, name: str, encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>{XML[name]}'
    deck = (
        f'{head}<cockatrice_deck version="1"><zone name="main"><card number="1" name="&i;"/></zone></cockatrice_deck>'
    )
    pool = (
        f'{head}<cockatrice_carddatabase version="4"><cards><card><name>&i;</name></card></cards>'
        "</cockatrice_carddatabase>"
    )
    (tmp_path / "d.cod").write_text(deck, encoding)
    (tmp_path / "p.xml").write_text(pool, encoding)
    for said in (
        told(tmp_path, "validate", "d.cod", "-g", "hkk"),
        told(tmp_path, "pool", "import", "p.xml", "-g", "hkk", "-o", "out.json"),
    ):
        refused(said)
        assert "root:" not in said.all
    assert not (tmp_path / "out.json").exists()


def sheet(cells: str, extra: dict[str, bytes] | None = None) -> bytes:
    """Return a spreadsheet with these rows in its first sheet, and whatever else."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(write_spreadsheet([["qty", "name"]]))) as ours,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for item in ours.infolist():
            if item.filename in (extra or {}):
                continue
            content = ours.read(item)
            if item.filename == "xl/worksheets/sheet1.xml" and cells:
                before, _, rest = content.partition(b"<sheetData>")
                content = before + b"<sheetData>" + cells.encode() + rest[rest.index(b"</sheetData>") :]
            archive.writestr(item.filename, content)
        for name, content in (extra or {}).items():
            archive.writestr(name, content)
    return made.getvalue()


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


HEAD = f'<row r="1">{cell("A1", "qty")}{cell("B1", "name")}</row>'
SHEETS = {
    "zip bomb": lambda: sheet("", {"xl/media/x.bin": bytes(80_000_000)}),
    "two corners": lambda: sheet(HEAD + f'<row r="1048576">{cell("XFD1048576", "x")}</row>'),
    "entity": lambda: sheet("", {"xl/sharedStrings.xml": XML["bomb"].encode() + b"<sst><si><t>&i;</t></si></sst>"}),
}


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("command", ["validate x.xlsx -g hkk", "print cards x.xlsx", "pool import x.xlsx -g hkk"])
def test_spreadsheets_that_unfold_are_refused(tmp_path: Path, name: str, command: str) -> None:
    (tmp_path / "x.xlsx").write_bytes(SHEETS[name]())
    refused(told(tmp_path, *command.split()), "file.")


def test_a_formula_counts_as_the_value_it_was_saved_with_and_is_never_worked_out(tmp_path: Path) -> None:
    formula = '<c r="A2"><f>1+998</f><v>2</v></c>'
    (tmp_path / "x.xlsx").write_bytes(sheet(HEAD + f'<row r="2">{formula}{cell("B2", "Turul")}</row>'))
    said = told(tmp_path, "deck", "convert", "x.xlsx", "-g", "hkk", "--to", "csv")
    assert "2,Turul" in said.out.replace(";", ","), said.all
    assert "999" not in said.out


HUGE = {
    "list": ("x.txt", b"1 Turul\n" * 400_000, "validate x.txt -g hkk"),
    "score": ("x.yaml", b"a: b\n" * 800_000, "score uno x.yaml"),
    "table": ("x.csv", b"name\n" + b"A\n" * 3_000_000, "print cards x.csv"),
    "session": ("x.jsonl", b'{"schema":"cardtools.session/1"}\n' * 90_000, "session show x.jsonl"),
    "lines": ("x.csv", b"name\n" + b"A\n" * 20_000, "print cards x.csv"),
    "device": ("x", b"", "validate /dev/zero -g hkk"),
    "stdin": ("x", bytes(3_000_000), "validate - -g hkk"),
}


@pytest.mark.parametrize("name", HUGE)
def test_what_is_far_too_large_is_refused_before_any_work(tmp_path: Path, name: str) -> None:
    file, content, command = HUGE[name]
    (tmp_path / file).write_bytes(content)
    stdin = content if name == "stdin" else b""
    refused(told(tmp_path, *command.split(), stdin=stdin))
