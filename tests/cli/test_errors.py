"""Bad input gets one clear line and the exit code of the contract, and writes nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]
EXAMPLES = REPO / "data/games/uno/examples"
DECKS = REPO / "data/games/hkk/decks"


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "broken.yaml").write_text("players: [A, B\nrounds: {")
    (tmp_path / "twice.yaml").write_text("players: [A, B]\nplayers: [C, D]\nrounds: []\n")
    (tmp_path / "folder").mkdir()
    own = tmp_path / "own" / "games" / "mini"
    own.mkdir(parents=True)
    (own / "game.yaml").write_text(
        "id: mini\nname: {en: Mini}\npublisher: Us\nnotice: {en: Ours}\nedition: {en: First}\n"
        "sources: {own: {title: Own}}\nlanguages: [en]\nplayers: {source: own}\n"
    )
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["score", "uno", "missing.yaml"], 2, "missing.yaml: file.unreadable"),
        (["score", "uno", "folder"], 2, "folder: file.unreadable"),
        (["score", "uno", "binary"], 2, "data.encoding"),
        (["score", "uno", "broken.yaml"], 2, "broken.yaml:2: data.syntax"),
        (["score", "uno", "twice.yaml"], 2, "twice.yaml:2: data.duplicate-key"),
        (["score", "unno", "x.yaml"], 2, "did you mean: uno"),
        (["score", "mini", "x.yaml", "--data", "own"], 2, "usage.no-scoring"),
        (["score", "../uno", "x.yaml"], 2, "usage.unknown-game"),
        (["validate", "x.txt", "-g", "chess"], 2, "usage.unknown-game"),
        (["validate", "x.txt", "-g", "hkk", "-f", "street"], 2, "usage.unknown-format"),
        (["validate", "x.txt", "-g", "hkk", "--pool", "missing.json"], 2, "missing.json: file.unreadable"),
        (["validate", "x.txt", "-g", "hkk", "--pool", "binary"], 2, "binary: file.unreadable"),
        (["validate", "x.txt", "-g", "hkk", "--lang", "xx"], 2, "usage.unknown-language"),
        (["print", "reference", "uno", "--lang", "xx"], 2, "usage.unknown-language"),
        (["print", "reference", "mini", "--data", "own"], 2, "usage.no-reference"),
        (["print", "cards", "mini", "--data", "own"], 2, "data.no-cards"),
        (["validate", "x.txt", "-g", "mini", "--data", "own"], 2, "usage.no-formats"),
        (["setup", "mini", "--data", "own"], 2, "usage.no-setup"),
        (["setup", "unikornis"], 2, "2 to 8"),
        (["setup", "unikornis", "--players", "9"], 2, "2 to 8"),
        (["print", "cards", "chess"], 2, "usage.unknown-game"),
        (["print", "cards", "uno", "-o", "folder"], 2, "folder: file.unwritable"),
        (["print", "cards", "uno", "-o", "binary/x.pdf"], 2, "file.unwritable"),
        (["print", "cards", "uno", "--paper", "a9"], 2, "usage.unknown-paper"),
        (["print", "cards", "uno", "--size", "coin"], 2, "usage.unknown-card-size"),
        (
            ["print", "cards", "uno", "--paper", "a5", "--size", "tarot", "--margin", "45"],
            1,
            "70 mm > 148 − 2 × 45 = 58 mm",
        ),
        (["print", "proxies", "missing.txt", "-g", "hkk"], 2, "missing.txt: file.unreadable"),
        (["pool", "import", "missing.txt", "-g", "hkk"], 2, "missing.txt: file.unreadable"),
        (["pool", "import", "binary", "-g", "hkk"], 2, "binary: file.unreadable"),
        (["games", "--data", "nowhere"], 2, "nowhere: file.unreadable"),
        (["validate"], 2, "Missing argument"),
        (["nonsense"], 2, "nonsense"),
    ],
)
def test_one_line_and_the_code_of_the_contract(
    command: Command, bad: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, told: str
) -> None:
    monkeypatch.chdir(bad)
    before = sorted(bad.rglob("*"))
    outcome = command(*arguments)
    assert outcome.code == code
    assert outcome.out == ""
    assert told in outcome.err
    assert outcome.err.count("\n") == 1
    assert "Traceback" not in outcome.err
    assert sorted(bad.rglob("*")) == before


@pytest.mark.parametrize("report", ["json", "jsonl"])
def test_an_unreadable_list_is_a_result_beside_the_others(command: Command, tmp_path: Path, report: str) -> None:
    outcome = command("validate", tmp_path / "gone.txt", DECKS / "demo-tournament.txt", "-g", "hkk", "--report", report)
    assert outcome.code == 2
    documents = [json.loads(line) for line in outcome.out.splitlines()]
    results = documents[0]["results"] if report == "json" else documents
    assert [result["status"] for result in results] == ["unreadable", "legal"]


def test_json_is_one_document_also_when_nothing_can_be_done(command: Command) -> None:
    for arguments in (["score", "uno", "gone.yaml"], ["validate", "x", "-g", "chess"], ["nonsense"]):
        outcome = command(*arguments, "--report", "json")
        assert outcome.code == 2
        assert json.loads(outcome.out)["schema"] == "cardtools.error/1"


def test_exit_zero_hides_findings_but_never_unreadable_files(command: Command, tmp_path: Path) -> None:
    illegal = DECKS / "illegal-copies.txt"
    assert command("validate", illegal, "-g", "hkk").code == 1
    assert command("validate", illegal, "-g", "hkk", "--exit-zero").code == 0
    assert command("validate", illegal, tmp_path / "gone", "-g", "hkk", "--exit-zero").code == 2


def test_strict_takes_warnings_for_errors(command: Command, tmp_path: Path) -> None:
    content = (DECKS / "demo-home.txt").read_text("utf-8")
    path = tmp_path / "old.txt"
    path.write_bytes(content.encode("cp1250"))
    assert command("validate", path, "-g", "hkk", "-f", "home").code == 0
    assert command("validate", path, "-g", "hkk", "-f", "home", "--strict").code == 1
    assert command("validate", path, "-g", "hkk", "-f", "home", "--strict", "--encoding", "cp1250").code == 0


def test_refused_rounds_are_findings(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.yaml"
    path.write_text("players: [A, B]\nrounds:\n  - {out: A, hands: {B: r7}}\n  - {out: A, hands: {B: g0 g0}}\n")
    outcome = command("score", "uno", path, "--report", "json")
    score = json.loads(outcome.out)
    assert outcome.code == 1
    assert [one["n"] for one in score["rounds"]] == [1]
    assert [(one["code"], one["location"]["line"]) for one in score["findings"]] == [("score.too-many", 4)]
    assert {one["player"]: one["total"] for one in score["standings"]} == {"A": 7, "B": 0}


def test_an_internal_error_is_one_line_and_101(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr("cardtools.cli.games.summarize", fail)
    outcome = command("games")
    assert (outcome.code, outcome.out) == (101, "")
    assert outcome.err.splitlines() == [
        "cardtools: internal error (ZeroDivisionError: of ours); --debug shows the details"
    ]
    assert "Traceback" in command("games", "--debug").err


def test_interrupted_is_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardtools.cli.games.summarize", interrupt)
    assert command("games").code == 130


def test_signs_that_steer_a_terminal_are_not_printed(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("3 \x1b[31mÉleterő\x1b[0m\n")
    outcome = command("validate", path, "-g", "hkk")
    assert "\x1b" not in outcome.out
    assert "deck.unknown-card" in outcome.out


def test_csv_cells_cannot_become_formulas(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("# name: =1+1\n3 Nincs ilyen\n")
    outcome = command("validate", path, "-g", "hkk", "--report", "csv")
    assert "'=1+1" in outcome.out
    assert ",=1+1" not in outcome.out


def test_a_closed_pipe_is_quiet() -> None:
    lists = [str(DECKS / "illegal-copies.txt")] * 400
    command = [sys.executable, "-m", "cardtools", "validate", *lists, "-g", "hkk"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert [line.split()[1] for line in process.stderr.read().splitlines()] == [b"pool.partial"]
        assert process.wait() == 0


def test_lists_come_from_standard_input_too() -> None:
    content = (DECKS / "demo-home.txt").read_bytes()
    command = [sys.executable, "-m", "cardtools", "validate", "-", "-g", "hkk", "-f", "home"]
    environment = {**os.environ, "LANG": "hu_HU.UTF-8"}
    done = subprocess.run(command, input=content, capture_output=True, check=True, env=environment)
    assert "-: [home] szabályos" in done.stdout.decode()
