"""Names of strangers in what is told and exported: no signs that steer a terminal, no formulas for a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.security.outside import STEERING, Told, told

STEERS = ("\x1b", "\x07", "\x9b", "\u202e")
FORMULAS = (
    "=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", '=HYPERLINK("http://x","y")', "＝1+1", "＋1", "－1", "＠S",
    "Fire;=1+1;x", "Fire; =1+1", 'Ice;"=1+1&";x', "'=1+1",
)  # fmt: skip


def quiet(said: Told) -> None:
    """Assert that nothing that was said steers a terminal."""
    assert not [sign for sign in STEERS if sign in said.all], repr(said.all[:2000])


def evening(folder: Path, *players: str) -> Told:
    """Begin an evening of these players."""
    named = [part for player in players for part in ("--player", player)]
    return told(folder, "session", "new", "-g", "uno", *named, "e.jsonl")


@pytest.mark.parametrize("report", ["text", "json", "jsonl", "csv"])
def test_names_in_lists_do_not_steer_a_terminal(tmp_path: Path, report: str) -> None:
    name = f"deck{STEERING}.txt".replace("/", "")
    (tmp_path / name).write_text(
        f"# name: {STEERING}\n3 Turul{STEERING}\n[{STEERING}]\n0 x{STEERING}\nTurul{STEERING}: 9\n", "utf-8"
    )
    quiet(told(tmp_path, "validate", name, "-g", "hkk", "--report", report))


@pytest.mark.parametrize(
    "command", ["deck stats", "deck missing --owned d.txt", "deck diff d.txt", "deck hand --hand 2", "deck suggest"]
)
def test_names_in_decks_do_not_steer_a_terminal(tmp_path: Path, command: str) -> None:
    (tmp_path / "d.txt").write_text(f"# name: {STEERING}\n3 Turul{STEERING}\n2 Gyevi bíró\n", "utf-8")
    quiet(told(tmp_path, *command.split(), "d.txt", "-g", "hkk"))


@pytest.mark.parametrize("report", ["text", "json", "csv"])
def test_names_in_pools_do_not_steer_a_terminal(tmp_path: Path, report: str) -> None:
    rows = f"id,name,type,text,{STEERING}\n1,Turul{STEERING},monster,Draw{STEERING},x\n2,Bíró,{STEERING},,\n"
    (tmp_path / "p.csv").write_text(rows, "utf-8")
    quiet(told(tmp_path, "pool", "import", "p.csv", "-g", "hkk", "-o", "p.json", "--report", report))
    for command in ("list", "show Turul", "search Turul"):
        quiet(told(tmp_path, "pool", *command.split(), "-g", "hkk", "--pool", "p.csv", "--report", report))


def test_names_in_scores_and_words_do_not_steer_a_terminal(tmp_path: Path) -> None:
    evening(tmp_path, f"Anna{STEERING}", "Béla")
    for command in (
        ("add", f"Béla out; Anna{STEERING} r7"),
        ("add", f"{STEERING}"),
        ("note", f"pizza{STEERING}"),
        ("show",),
    ):
        quiet(told(tmp_path, "session", command[0], "e.jsonl", *command[1:]))
    (tmp_path / "s.yaml").write_text(
        json.dumps(
            {"players": [f"A{STEERING}", "B"], "rounds": [{"out": "B", "hands": {f"A{STEERING}": f"r7 {STEERING}"}}]}
        )
    )
    quiet(told(tmp_path, "score", "uno", "s.yaml"))


def test_names_in_data_do_not_steer_a_terminal(tmp_path: Path) -> None:
    assert told(tmp_path, "new", "toy", "mine").code == 0
    path = tmp_path / "mine/games/toy/game.yaml"
    steering = json.dumps(f"Toy{STEERING}")
    path.write_text(path.read_text("utf-8").replace("Toy", steering.strip('"').replace("\\u202e", "\u202e")), "utf-8")
    for command in ("games", "check toy", "setup toy --players 2"):
        quiet(told(tmp_path, *command.split(), "--data", "mine"))
    (tmp_path / "cardtools.yaml").write_text(f'"{STEERING.encode("unicode_escape").decode()}": x\n')
    quiet(told(tmp_path, "games"))


def test_arguments_do_not_steer_a_terminal(tmp_path: Path) -> None:
    for arguments in (
        ("games", f"--{STEERING}"),
        (STEERING,),
        ("validate", "x", "-g", STEERING),
        ("deck", "open", STEERING),
    ):
        quiet(told(tmp_path, *arguments))


def test_a_list_shown_on_a_terminal_does_not_steer_it(tmp_path: Path) -> None:
    (tmp_path / "d.txt").write_text(f"# name: N{STEERING}\n3 Turul{STEERING}\n", "utf-8")
    for command in ("deck convert d.txt -g hkk", "deck fmt d.txt -g hkk", "deck merge d.txt d.txt -g hkk"):
        shown = on_a_terminal(tmp_path, *command.split())
        assert "Turul" in shown, shown
        assert not [sign for sign in STEERS if sign in shown], repr(shown)


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """Return what a command writes where its output is a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "cardtools", *arguments],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env={**os.environ, "LANG": "C.UTF-8"},
    ):  # fmt: skip
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # the other end is closed
            pass
        finally:
            os.close(ours)
    return shown.decode("utf-8", "replace")


def calculated(text: str) -> list[str]:
    """Return the cells of CSV that a spreadsheet would calculate, whether it parts them at commas or at semicolons."""
    cells = [cell for sign in ",;" for row in csv.reader(io.StringIO(text), delimiter=sign) for cell in row]
    return [cell for cell in cells if re.match(r"[=+@\t\r\n＝＋－＠]|-(?!\d*$)", cell.lstrip('" \u00a0'))]


def test_formulas_are_seen_wherever_a_spreadsheet_parts_cells() -> None:
    assert calculated("a,=1+1\n") == ["=1+1"]
    assert calculated("a,Fire;=1+1;x\n") == ["=1+1"]
    assert calculated("a,Fire; =1+1;x\n") == [" =1+1"]
    assert calculated("a,-2,'=1+1\n") == []


def test_no_export_of_a_list_holds_a_formula(tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text(json.dumps({"main": [{"name": name, "count": 2} for name in FORMULAS]}))
    made = told(tmp_path, "deck", "convert", "d.json", "-g", "hkk", "--to", "csv")
    assert made.out
    assert calculated(made.out) == []
    (tmp_path / "d.csv").write_text(made.out, "utf-8")
    again = told(tmp_path, "deck", "convert", "d.csv", "-g", "hkk", "--to", "json")
    for name in FORMULAS:
        assert json.dumps(name, ensure_ascii=False)[1:-1] in again.out
    told(tmp_path, "deck", "convert", "d.json", "-g", "hkk", "-o", "d.xlsx")
    with zipfile.ZipFile(tmp_path / "d.xlsx") as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")
        assert not [name for name in archive.namelist() if "external" in name.lower()]
        assert b"http://x" not in b"".join(archive.read(name) for name in archive.namelist() if name.endswith(".rels"))


def test_no_report_as_a_table_holds_a_formula(tmp_path: Path) -> None:
    (tmp_path / "=d.txt").write_text("".join(f"2 {name}\n" for name in FORMULAS), "utf-8")
    rows = "".join(f'{number},"{name.replace(chr(34), chr(34) * 2)}"\n' for number, name in enumerate(FORMULAS))
    (tmp_path / "p.csv").write_text(f"id,name\n{rows}", "utf-8")
    for command in (
        "validate =d.txt -g hkk", "deck stats =d.txt -g hkk", "pool list -g hkk --pool p.csv",
        "pool search HYPERLINK -g hkk --pool p.csv",
    ):  # fmt: skip
        said = told(tmp_path, *command.split(), "--report", "csv")
        assert said.out, said.err
        assert calculated(said.out) == [], command


def test_no_export_of_an_evening_holds_a_formula(tmp_path: Path) -> None:
    begun = evening(tmp_path, "=1+1", "@B", "＝C")
    assert begun.code == 0, begun.err
    added = told(tmp_path, "session", "add", "e.jsonl", "=1+1 out; @B r7; ＝C r7")
    assert added.code == 0, added.err
    for said in (
        told(tmp_path, "session", "export", "e.jsonl", "--to", "csv"),
        told(tmp_path, "session", "show", "e.jsonl", "--report", "csv"),
    ):
        assert said.out, said.err
        assert calculated(said.out) == []


def test_script_in_a_name_stays_words_in_a_drawing(tmp_path: Path) -> None:
    evening(tmp_path, "<script>alert(1)</script>", "B&b")
    told(tmp_path, "session", "add", "e.jsonl", "B&b out; <script>alert(1)</script> r7")
    drawn = told(tmp_path, "session", "export", "e.jsonl", "--to", "svg")
    assert "<svg" in drawn.out, drawn.err
    assert "<script" not in drawn.out
