"""``cardtools session``: what each command tells, its exit code, and that processes racing for a file lose nothing."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]
FIRST = "Anna out; Béla r7 y+2 w; Cili swap g0"
SECOND = "Béla out; Anna r7 w4; Cili b1 g0"


@pytest.fixture
def path(tmp_path: Path, command: Command) -> Path:
    path = tmp_path / "evening.jsonl"
    outcome = command("session", "new", "-g", "uno", "--player", "Anna", "--player", "Béla", "--player", "Cili", path)
    assert (outcome.code, outcome.out, outcome.err) == (0, f"{path}: UNO, Anna, Béla, Cili\n", "")
    return path


def test_add_tells_the_round_and_the_standings(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    outcome = command("session", "add", path, SECOND)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[:3] == ["Round 2", "  Béla  +58", "     7  Red 7, held by Anna: 1 × 7"]
    assert lines[lines.index("Standings") :] == [
        "Standings",
        "  1. Anna  117",
        "  2. Béla   58",
        "  3. Cili    0",
        "The game goes on: 383 points are missing to 500.",
    ]


def test_words_may_come_on_standard_input(path: Path) -> None:
    said = "Anna out\nBéla r7\nCili g0\n"
    done = subprocess.run(
        [sys.executable, "-m", "cardtools", "session", "add", path, "-"], input=said.encode(), capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(path.read_text().splitlines()[1])["input"]["hands"] == {"Béla": "r7", "Cili": "g0"}


def test_a_mistake_is_answered_with_its_column_what_was_understood_and_an_example(command: Command, path: Path) -> None:
    outcome = command("session", "add", path, "Béla out; Anna x9; Cili b1")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.splitlines() == [
        'character 16: score.unknown-card no card is called "x9"',
        "score.words.understood understood as: Béla: out; Anna: x9; Cili: b1",
        "score.words.example for example: Anna out; Béla r7 y+2 w; Cili swap g0",
    ]


def test_a_refused_round_has_the_shape_of_a_score_with_the_standings_before_it(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    outcome = command("session", "add", path, "Béla out; Anna x9; Cili b1", "--report", "json")
    told = json.loads(outcome.out)
    assert (outcome.code, told["schema"], told["rounds"]) == (1, "cardtools.score/1", [])
    assert [one["total"] for one in told["standings"]] == [117, 0, 0]
    assert told["findings"][0]["code"] == "score.unknown-card"


def test_a_number_of_a_round_that_is_none_is_refused_in_plain_words(command: Command, path: Path) -> None:
    for number in ("x", "0", "9" * 40):
        outcome = command("session", "correct", path, number, FIRST)
        assert (outcome.code, outcome.out) == (2, "")
        assert "is no number of a round" in outcome.err


def test_an_export_goes_into_a_folder_that_is_there(command: Command, path: Path, tmp_path: Path) -> None:
    command("session", "add", path, FIRST)
    outcome = command("session", "export", path, "-o", tmp_path / "missing" / "o.csv")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no folder" in outcome.err
    assert not (tmp_path / "missing").exists()


def test_what_the_players_agreed_on_is_kept_with_the_evening(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "agreed.jsonl"
    players = ("--player", "Anna", "--player", "Béla")
    assert command("session", "new", "-g", "uno", *players, "--choose", "customizable=1", path).code == 0
    assert command("session", "add", path, "Anna out; Béla custom").code == 0
    assert command("session", "add", path, "Anna out; Béla custom custom").code == 1
    for wrong in ("customizable", "players=3", "customizable=9"):
        other = command("session", "new", "-g", "uno", *players, "--choose", wrong, tmp_path / "other.jsonl")
        assert (other.code, (tmp_path / "other.jsonl").exists()) == (2, False)


def test_blank_lines_are_passed_over_with_a_warning_and_lines_stay_right(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"\xef\xbb\xbf" + first + b"\n" + second.replace(b"y+2", b"q9"))
    shown = json.loads(command("session", "show", path, "--report", "json").out)
    assert [(one["code"], one["location"]["line"]) for one in shown["findings"]] == [
        ("session.skipped", 1),
        ("score.unknown-card", 3),
    ]
    assert command("session", "correct", path, "1", FIRST).code == 0


@pytest.mark.parametrize("name", ["A\x1b[31m", " ", "x" * 61])
def test_a_name_that_cannot_be_told_is_refused_in_plain_words(command: Command, tmp_path: Path, name: str) -> None:
    outcome = command("session", "new", "-g", "uno", "--player", name, "--player", "B", tmp_path / "n.jsonl")
    assert (outcome.code, (tmp_path / "n.jsonl").exists()) == (2, False)
    assert "the name" in outcome.err
    assert "constrained" not in outcome.err


def test_a_correction_undo_and_redo_say_what_changed(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    assert "  Béla  +58" in command("session", "correct", path, "1", SECOND).out
    assert command("session", "undo", path).out.startswith(f"Taken back: the correction of round 1 ({SECOND})\n")
    assert command("session", "undo", path).out.startswith(f"Taken back: round 1 ({FIRST})\n")
    assert command("session", "redo", path).out.startswith(f"Counts again: round 1 ({FIRST})\n")
    outcome = command("session", "redo", path)
    assert outcome.out.startswith(f"Counts again: the correction of round 1 ({SECOND})\n")
    nothing = command("session", "redo", path)
    assert (nothing.code, nothing.out) == (1, "")
    assert "session.redo" in nothing.err


def test_show_has_the_rounds_side_by_side_and_the_notes(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    command("session", "add", path, SECOND)
    command("session", "add", path, SECOND)
    command("session", "undo", path)
    assert command("session", "note", path, "Cili was late", "--round", "1").out == "Noted: Cili was late\n"
    outcome = command("session", "show", path)
    assert outcome.code == 0
    assert outcome.out.splitlines()[1:6] == [
        "Rounds",
        "  Round  Anna  Béla  Cili",
        "  1      +117     –     –",
        "  2         –   +58     –",
        "  Total   117    58     0",
    ]
    assert "Notes\n  round 1: Cili was late\n" in outcome.out
    assert outcome.out.endswith("count again with redo: 1\n")


def test_the_json_is_the_score_of_the_contract_with_the_session_beside_it(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    command("session", "note", path, "pizza")
    shown = json.loads(command("session", "show", path, "--report", "json").out)
    score = json.loads(command("score", "uno", path, "--report", "json").out)
    kept = shown.pop("session")
    assert shown == score
    assert score["schema"] == "cardtools.score/1"
    assert (kept["path"], kept["rounds"], kept["undone"]) == (str(path), 1, 0)
    assert [(one["text"], one["round"]) for one in kept["notes"]] == [("pizza", None)]


def test_a_torn_line_is_told_beside_the_result_and_in_the_json(command: Command, path: Path) -> None:
    command("session", "add", path, FIRST)
    with path.open("ab") as stream:
        stream.write(b'{"seq":3,"eve')
    outcome = command("session", "show", path)
    assert outcome.code == 0
    assert outcome.err.startswith(f"warning: {path}:3: session.torn ")
    assert '{"seq":3,"eve' in outcome.err
    (finding,) = json.loads(command("score", "uno", path, "--report", "json").out)["findings"]
    assert (finding["code"], finding["severity"], finding["location"]["line"]) == ("session.torn", "warning", 3)
    added = command("session", "add", path, SECOND)
    assert (added.code, "evening.jsonl.torn-1" in added.err) == (0, True)
    assert path.with_name("evening.jsonl.torn-1").read_text() == '{"seq":3,"eve'


def test_a_correction_that_ends_the_game_earlier_is_done_and_says_so(command: Command, path: Path) -> None:
    for _ in range(3):
        command("session", "add", path, FIRST)
    outcome = command("session", "correct", path, "1", "Cili out; Anna w w w w w4 w4 w4 w4 swap r+2 y+2; Béla b+2")
    assert outcome.code == 0
    assert "1. Cili  500  winner" in outcome.out
    assert f"{path}:3: score.after-end" in outcome.err
    shown = command("session", "show", path)
    assert (shown.code, command("session", "show", path, "--exit-zero").code) == (1, 0)
    assert "  2         ×     ×     ×" in shown.out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["new", "-g", "uno", "--player", "A", "--player", "B", "evening.jsonl"], 2, "session.exists"),
        (["new", "-g", "uno", "new.jsonl"], 2, "--player"),
        (["new", "-g", "uno", "--player", "A", "new.jsonl"], 2, "score.players"),
        (["new", "-g", "uno", "--player", "A", "--player", "B", "--total", "A", "new.jsonl"], 2, "session.total"),
        (["new", "-g", "uno", "--player", "A", "--player", "B", "--total", "C=1", "new.jsonl"], 2, "total-player"),
        (["new", "-g", "uno", "--player", "A", "--player", "B", "list.txt/x.jsonl"], 2, "file.unwritable"),
        (["new", "-g", "uno", "--player", "A", "--player", "B;C", "new.jsonl"], 2, "session.player"),
        (["new", "-g", "uno", "--player", "A", "--player", "B:C", "new.jsonl"], 2, "session.player"),
        (["new", "-g", "hkk", "--player", "A > B", "--player", "C", "new.jsonl"], 2, "session.player"),
        (["new", "-g", "uno", "--player", "Anna", "--player", "ANNA", "new.jsonl"], 2, "score.player-twice"),
        (["add", "missing.jsonl", "A out"], 2, "file.unreadable"),
        (["add", "list.txt", "A out"], 2, "session.broken"),
        (["correct", "evening.jsonl", "1", "Anna out"], 1, "session.no-round"),
        (["correct", "evening.jsonl", "one", "Anna out"], 2, "one"),
        (["undo", "evening.jsonl"], 1, "session.undo"),
        (["note", "evening.jsonl", ""], 2, "session.note"),
        (["export", "evening.jsonl"], 2, "session.form"),
        (["export", "evening.jsonl", "-o", "x.pdf"], 2, "session.form"),
        (["export", "evening.jsonl", "--to", "svg"], 1, "session.empty"),
        (["export", "evening.jsonl", "--to", "csv", "-o", "evening.jsonl"], 2, "file.unwritable"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    command: Command, path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, said: str
) -> None:
    monkeypatch.chdir(path.parent)
    Path("list.txt").write_text("3 Életerő\n")
    before = {one.name: one.read_bytes() for one in path.parent.iterdir()}
    outcome = command("session", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert said in outcome.err
    assert {one.name: one.read_bytes() for one in path.parent.iterdir()} == before


@pytest.mark.parametrize("form", ["csv", "json", "bgsplay", "svg"])
def test_an_export_is_told_by_the_ending_of_its_file_or_goes_to_standard_output(
    command: Command, path: Path, tmp_path: Path, form: str
) -> None:
    command("session", "add", path, FIRST)
    target = tmp_path / f"evening.{form}"
    outcome = command("session", "export", path, "-o", target)
    assert (outcome.code, outcome.out) == (0, f"{target}\n")
    assert command("session", "export", path, "--to", form).out == target.read_text(encoding="utf-8")


def test_no_cell_of_the_table_is_taken_for_a_formula(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    command("session", "new", "-g", "uno", "--player", "=1+1", "--player", "Béla, the 2nd", path)
    command("session", "add", path, "=1+1: out; Béla, the 2nd: r7")
    rows = list(csv.reader(io.StringIO(command("session", "export", path, "--to", "csv").out)))
    assert rows == [
        ["round", "player", "points", "total"],
        ["1", "'=1+1", "7", "7"],
        ["1", "Béla, the 2nd", "0", "0"],
    ]


def test_help_shows_a_round_in_every_game_that_is_scored(command: Command) -> None:
    shown = command("session", "add", "--help").out
    scored = [path.parent.name for path in (REPO / "data/games").glob("*/scoring.yaml")]
    assert scored
    assert all(f"\n    {game} " in shown for game in scored)


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_example_of_a_round_can_be_said_as_it_stands(command: Command, tmp_path: Path, language: str) -> None:
    for game in ("uno", "nepmesek", "panda", "unikornis", "hkk"):
        path = tmp_path / f"{game}.jsonl"
        players = ("Kati", "Balázs") if game == "hkk" else ("Anna", "Béla", "Cili")
        named = [part for player in players for part in ("--player", player)]
        command("session", "new", "-g", game, *named, path)
        refused = command("session", "add", path, "Nobody", "--lang", language)
        example = refused.out.splitlines()[-1].split("score.words.example")[1].partition(": ")[2]
        outcome = command("session", "add", path, example)
        assert (outcome.code, outcome.err) == (0, ""), game


def test_processes_that_add_rounds_at_once_lose_and_double_none(path: Path, command: Command) -> None:
    def adding(hand: str) -> subprocess.Popen[bytes]:
        said = f"Anna out; Béla {hand}; Cili g0"
        return subprocess.Popen(
            [sys.executable, "-m", "cardtools", "session", "add", path, said], stdout=subprocess.DEVNULL
        )

    writers = [adding(hand) for hand in ("r1", "r2", "r3", "r4")]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0, 0]
    shown = json.loads(command("session", "show", path, "--report", "json").out)
    assert sorted(one["scores"]["Anna"] for one in shown["rounds"]) == [1, 2, 3, 4]
    assert {one["player"]: one["total"] for one in shown["standings"]} == {"Anna": 10, "Béla": 0, "Cili": 0}
