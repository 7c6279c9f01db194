"""``cardtools score`` where something cannot be: the form asked for, on stdout, and files that say nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Outcome

Command = Callable[..., Outcome]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("uno", "Anna out, Béla r7"),
        ("uno", "Anna out"),
        ("panda", "Anna red 10; Béla blue 10"),
        ("hkk", "Anna 2; Béla 3; Cili 4"),
        ("hkk", "Kati két; Balázs 0"),
    ],
)
def test_a_refusal_has_the_shape_of_a_score_and_stands_on_stdout(command: Command, game: str, said: str) -> None:
    outcome = command("score", game, said, "--report", "json")
    told = json.loads(outcome.out)
    assert (outcome.code, outcome.err) == (1, "")
    assert (told["schema"], told["game"], told["rounds"], told["standings"]) == ("cardtools.score/1", game, [], [])
    assert (told["finished"], told["decided_by"]) == (False, None)
    assert told["findings"][0]["severity"] == "error"
    text = command("score", game, said)
    assert (text.code, text.err) == (1, "")
    assert told["findings"][0]["code"] in text.out
    rows = command("score", game, said, "--report", "csv").out.splitlines()
    assert rows[0] == "round,player,category,count,points,why"
    assert command("score", game, said, "--exit-zero").code == 0


@pytest.mark.parametrize("text", ["", "{}\n", "# nothing\n"])
def test_a_file_that_says_nothing_is_refused_as_broken(command: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text(text)
    outcome = command("score", "uno", path, "--report", "json")
    assert (outcome.code, json.loads(outcome.out)["schema"]) == (2, "cardtools.error/1")
    assert "score.empty-file" in outcome.err


@pytest.mark.parametrize("text", ["- a\n", "hello\n"])
def test_a_file_of_another_shape_is_told_as_a_whole(command: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(text)
    outcome = command("score", "uno", path)
    assert outcome.code == 2
    assert "the whole file must be keys with values" in outcome.err


def test_an_argument_that_is_neither_file_nor_round_says_what_a_round_looks_like(command: Command) -> None:
    outcome = command("score", "uno", "Anna")
    assert outcome.code == 2
    assert "semicolon" in outcome.err
    assert "score.words.empty" in command("score", "uno", "").out


def test_what_is_wrong_in_a_round_names_the_round_and_the_player_in_plain_words(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text('players: ["Béla ", "A\\u001bB"]\nrounds:\n- {out: Anna}\n- {hands: {Béla: {x: 1}}}\n')
    lines = command("score", "uno", path).err.splitlines()
    assert '"Béla " under "players 1" has blanks' in lines[0]
    assert 'under "players 2" has signs that cannot be seen' in lines[1]
    assert len(lines) == 3
    assert '"rounds 2, hands, Béla" must be a text or a list' in lines[2]


def test_names_in_files_are_folded_and_a_stranger_is_one_finding(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "names.yaml"
    path.write_text("players: [Anna, Béla]\nrounds:\n- out: bela\n  hands: {anna: r7}\n")
    assert command("score", "uno", path).code == 0
    path.write_text("players: [Anna, Béla]\nrounds:\n- out: Anna\n  hands:\n    Bella: r7\n")
    (finding,) = json.loads(command("score", "uno", path, "--report", "json").out)["findings"]
    assert (finding["code"], finding["location"]["line"], finding["suggestions"]) == (
        "score.unknown-player", 5, ["Béla"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "text", "codes"),
    [
        ("hkk", "enemies: {A: [Z], B: [A]}\n", ["score.only-opponent"]),
        ("hkk", "enemies: {A: [Z], B: [A], Z: []}\n", []),
        ("nepmesek", "players: {A: {melds: [[1, 1]]}, B: {}}\n", ["score.nothing-told"]),
        ("nepmesek", "players: {A: {melds: [[1, 1]]}, B: {melds: []}}\n", []),
    ],
)
def test_what_may_be_a_slip_is_a_warning(
    command: Command, tmp_path: Path, game: str, text: str, codes: list[str]
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(text)
    outcome = command("score", game, path, "--report", "json")
    found = json.loads(outcome.out)["findings"]
    assert (outcome.code, [one["code"] for one in found], {one["severity"] for one in found}) == (
        0, codes, {"warning"} if codes else set(),
    )  # fmt: skip


def test_customizable_wilds_that_were_agreed_on_are_counted(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "uno.yaml"
    text = "players: [A, B]\ndeck: {deck}\ncustomizable: {n}\nrounds:\n- out: A\n  hands:\n    B: custom custom\n"
    for deck, n, code in (("box", 2, 0), ("box", 1, 1), ("classic", 2, 0), ("classic", 0, 1), ("box", 4, 2)):
        path.write_text(text.format(deck=deck, n=n))
        outcome = command("score", "uno", path)
        assert outcome.code == code
    assert f"{path}:3: score.customizable" in outcome.err


def test_panda_has_whole_points_and_says_how_it_goes_on(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "panda.yaml"
    path.write_text("players: [A, B, C]\ntotals: {A: 1.5}\nrounds: []\n")
    assert "must be a whole number" in command("score", "panda", path).err
    out = command("score", "panda", "Anna red 9; Béla blue 8; Cili r3").out
    assert "round 1 of 12 is over" in out
    assert "222 points, and the fewest win" in out


def test_the_closing_document_of_a_stream_counts_the_rounds(command: Command) -> None:
    *rounds, closing = command("score", "uno", "Anna out; Béla r7", "--report", "jsonl").out.splitlines()
    assert (len(rounds), json.loads(closing)["rounds"], json.loads(closing)["rounds_told"]) == (1, [], 1)


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_help_teaches_a_round_of_every_game(command: Command, lang: str) -> None:
    out = command("score", "--help", "--lang", lang).out
    for game in ("uno", "nepmesek", "panda", "unikornis", "hkk"):
        assert out.count(f"  {game} ") == 2
    assert ("piros 10" in out) == (lang == "hu")
    assert "Nagy Anna:" in out
