"""Kept evenings: what is added is scored first, and the file scores as a score file with the same rounds does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept, holds_session, look, score_session
from cardtools.app.newgame import new_game
from cardtools.app.scores import score_file
from cardtools.app.sessions import add_round, begin, correct_round, note, redo, undo
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.store.sessions import read_log

PLAYERS = ("Anna", "Béla", "Cili")
FIRST = "Anna out; Béla r7 y+2 w; Cili swap g0"
SECOND = "Béla out; Anna r7 w4; Cili b1 g0"


@pytest.fixture
def desk() -> Desk:
    return Desk.open("en")


@pytest.fixture
def path(tmp_path: Path, desk: Desk) -> Path:
    path = tmp_path / "evening.jsonl"
    begin(desk, path, "uno", PLAYERS)
    return path


def totals(kept: Kept) -> dict[str, int]:
    return {one.player: int(one.total) for one in kept.sheet.standings}


def findings(call: Callable[[], object], exit_code: int = 1) -> dict[str, Finding]:
    """What a command refuses with, by code."""
    with pytest.raises(CardtoolsError) as raised:
        call()
    assert raised.value.exit_code == exit_code
    return {finding.code: finding for finding in raised.value.findings}


# Beginning


def test_a_new_evening_has_its_players_at_nought(path: Path, desk: Desk) -> None:
    assert totals(look(desk, path)) == {"Anna": 0, "Béla": 0, "Cili": 0}


def test_what_was_agreed_on_is_kept_in_the_first_line(tmp_path: Path, desk: Desk) -> None:
    path = tmp_path / "evening.jsonl"
    kept = begin(
        desk, path, "uno", PLAYERS, variant="lowest", target=300, deck="classic", totals={"Anna": "40", "Béla": "2.5"}
    )
    assert (kept.sheet.variant, kept.sheet.target) == ("lowest", 300)
    assert json.loads(path.read_text())["totals"] == {"Anna": "40", "Béla": "2.5"}
    assert findings(lambda: add_round(desk, path, "Anna out; Béla swap; Cili b1")).keys() >= {"score.too-many"}


@pytest.mark.parametrize(
    ("options", "code", "exit_code"),
    [
        ({"variant": "highest"}, "score.unknown-variant", 2),
        ({"deck": "tarot"}, "score.unknown-deck", 2),
        ({"totals": {"Dani": "3"}}, "score.total-player", 2),
        ({"totals": {"Anna": "many"}}, "data.value", 2),
        ({"players": ("Anna",)}, "score.players", 2),
        ({"players": ("Anna", "Anna", "Béla")}, "score.player-twice", 2),
        ({"players": ("Anna", "")}, "data.value", 2),
        ({"game": "chess"}, "usage.unknown-game", 2),
        ({"game": "unikornis", "deck": "box"}, "session.header", 2),
        ({"game": "unikornis", "variant": "xx"}, "score.unknown-variant", 2),
        ({"game": "unikornis", "players": ("Anna",)}, "score.players", 2),
    ],
)
def test_an_evening_that_cannot_be_is_not_begun(
    tmp_path: Path, desk: Desk, options: dict[str, Any], code: str, exit_code: int
) -> None:
    path = tmp_path / "evening.jsonl"
    given = {"game": "uno", "players": PLAYERS, **options}
    assert code in findings(lambda: begin(desk, path, given.pop("game"), given.pop("players"), **given), exit_code)
    assert list(tmp_path.iterdir()) == []


# Rounds


def test_a_round_is_kept_as_said_and_as_a_score_file_has_it(path: Path, desk: Desk) -> None:
    kept = add_round(desk, path, FIRST)
    assert totals(kept) == {"Anna": 117, "Béla": 0, "Cili": 0}
    assert [one.n for one in kept.told_rounds] == [1]
    line = json.loads(path.read_text().splitlines()[1])
    assert line["said"] == FIRST
    assert line["input"] == {"out": "Anna", "hands": {"Béla": "r7 y+2 w", "Cili": "swap g0"}}


@pytest.mark.parametrize(
    ("said", "code", "column"),
    [
        ("Béla out; Anna x9; Cili r1", "score.unknown-card", 16),
        ("Béla out; Anna r1; Cili", "score.empty-hand", 20),
        ("Béla out; Dani r1", "score.words.player", 11),
        ("Béla out; Anna r0 r0; Cili b1", "score.too-many", 19),
        ("", "score.words.empty", 1),
        ("Béla r1; Béla r2; Anna out; Cili b1", "score.words.twice", 10),
    ],
)
def test_a_round_that_cannot_be_is_refused_with_its_place_and_an_example_and_nothing_is_written(
    path: Path, desk: Desk, said: str, code: str, column: int
) -> None:
    add_round(desk, path, FIRST)
    before = path.read_bytes()
    found = findings(lambda: add_round(desk, path, said))
    assert (found[code].location.path, found[code].location.column) == (None, column)
    assert "score.words.example" in found
    assert path.read_bytes() == before


def test_a_refusal_says_what_was_understood(path: Path, desk: Desk) -> None:
    found = findings(lambda: add_round(desk, path, "béla OUT; Anna x9;  Cili r1; last g+2"))
    assert found["score.words.understood"].params["understood"] == "Béla: OUT; Anna: x9; Cili: r1; last g+2"


def test_every_reason_is_told_at_once(path: Path, desk: Desk) -> None:
    found = findings(lambda: add_round(desk, path, "Béla out; Béla r1; Anna x9"))
    assert {"score.unknown-card", "score.out-holds", "score.missing-hand"} <= set(found)


def test_a_round_after_the_end_is_refused(path: Path, desk: Desk) -> None:
    for _ in range(5):
        kept = add_round(desk, path, FIRST)
    assert (kept.sheet.finished, totals(kept)["Anna"]) == (True, 585)
    before = path.read_bytes()
    assert set(findings(lambda: add_round(desk, path, FIRST))) == {"score.after-end"}
    assert path.read_bytes() == before


def test_a_correction_counts_in_place_of_its_round_and_may_change_the_winner(path: Path, desk: Desk) -> None:
    for said in (FIRST, FIRST, FIRST, FIRST, FIRST):
        add_round(desk, path, said)
    kept = correct_round(desk, path, 1, SECOND)
    assert totals(kept) == {"Anna": 468, "Béla": 58, "Cili": 0}
    assert not kept.sheet.finished


def test_a_correction_that_ends_the_game_earlier_leaves_later_rounds_as_findings_with_their_lines(
    path: Path, desk: Desk
) -> None:
    for said in (FIRST, FIRST, FIRST, SECOND, SECOND):
        add_round(desk, path, said)
    kept = correct_round(desk, path, 2, "Cili out; Anna w w w w w4 w4 w4 w4 swap r+2 y+2; Béla b+2")  # 500 points
    assert kept.sheet.finished
    assert [one.winner for one in kept.sheet.standings] == [True, False, False]
    assert [(one.code, one.location.line) for one in kept.findings] == [("score.after-end", n) for n in (4, 5, 6)]
    assert findings(lambda: correct_round(desk, path, 4, FIRST)).keys() == {"score.after-end"}


@pytest.mark.parametrize("n", [0, 2, 999])
def test_a_round_that_is_not_there_is_neither_corrected_nor_noted(path: Path, desk: Desk, n: int) -> None:
    add_round(desk, path, FIRST)
    before = path.read_bytes()
    assert set(findings(lambda: correct_round(desk, path, n, SECOND))) == {"session.no-round"}
    assert set(findings(lambda: note(desk, path, "x", n))) == {"session.no-round"}
    assert path.read_bytes() == before


def test_undo_and_redo_go_over_rounds_and_corrections(path: Path, desk: Desk) -> None:
    add_round(desk, path, FIRST)
    corrected = correct_round(desk, path, 1, SECOND)
    taken_back = undo(desk, path)
    assert (totals(taken_back)["Anna"], taken_back.taken_back, taken_back.told_rounds) == (117, True, ())
    assert totals(undo(desk, path))["Anna"] == 0
    assert set(findings(lambda: undo(desk, path))) == {"session.undo"}
    redo(desk, path)
    assert totals(redo(desk, path)) == totals(corrected)
    assert set(findings(lambda: redo(desk, path))) == {"session.redo"}


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
def test_a_note_has_words_but_not_too_many(path: Path, desk: Desk, text: str) -> None:
    assert set(findings(lambda: note(desk, path, text), exit_code=2)) == {"session.note"}


def test_bytes_that_are_no_text_are_kept_as_a_sign(path: Path, desk: Desk) -> None:
    kept = note(desk, path, "pizz\udce1")
    assert [one.text for one in kept.evening.notes] == ["pizz?"]


# Files


def test_a_torn_line_is_warned_of_when_read_and_when_set_aside(path: Path, desk: Desk) -> None:
    add_round(desk, path, FIRST)
    with path.open("ab") as stream:
        stream.write(b'{"seq":3,"ev')
    (read,) = look(desk, path).findings
    assert (read.code, read.severity, read.location.line) == ("session.torn", "warning", 3)
    (written,) = add_round(desk, path, SECOND).findings
    assert (written.wording, written.params["aside"]) == ("session.torn.aside", "evening.jsonl.torn-1")
    assert look(desk, path).findings == ()


def test_findings_of_a_file_name_the_line_of_the_event_that_counts(path: Path, desk: Desk) -> None:
    add_round(desk, path, FIRST)
    add_round(desk, path, SECOND)
    lines = path.read_text().splitlines()
    lines[1] = lines[1].replace("y+2", "q9")
    lines.append(lines[2].replace('"seq":3', '"seq":4').replace('"round"', '"correct","n":2').replace("b1", "zz"))
    path.write_text("".join(f"{line}\n" for line in lines))
    kept = look(desk, path)
    assert [(one.code, one.location.path, one.location.line) for one in kept.findings] == [
        ("score.unknown-card", str(path), 2),
        ("score.unknown-card", str(path), 4),
    ]


def test_a_round_of_another_shape_is_refused_with_its_line(path: Path, desk: Desk) -> None:
    add_round(desk, path, FIRST)
    path.write_text(path.read_text().replace('"out":"Anna"', '"went":"Anna"'))
    found = findings(lambda: look(desk, path), exit_code=2)
    assert (found["data.unknown-key"].location.line, found["data.unknown-key"].location.path) == (2, str(path))


def test_a_session_is_told_from_a_score_file_by_its_content(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "evening.yaml"
    other.write_text("players: [A, B]\n")
    assert holds_session(str(path))
    assert not holds_session(str(other))
    assert not holds_session(str(tmp_path / "missing"))
    assert holds_session("-", path.read_bytes())


def test_a_session_scores_as_a_file_of_its_game_only(path: Path, desk: Desk) -> None:
    add_round(desk, path, FIRST)
    _, sheet = score_session(desk, "uno", str(path))
    assert sheet == look(desk, path).sheet
    assert score_session(desk, "uno", "-", path.read_bytes())[1].standings == sheet.standings
    assert set(findings(lambda: score_session(desk, "panda", str(path)), exit_code=2)) == {"session.other-game"}


HANDS = st.lists(st.sampled_from(["r1", "y2", "g3", "b4", "w", "swap", "r+2"]), min_size=1, max_size=3, unique=True)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), HANDS), min_size=1, max_size=4), st.data())
def test_a_session_has_the_totals_of_a_score_file_with_the_same_rounds(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[tuple[int, list[str]]], data: st.DataObject
) -> None:
    desk = Desk.open("en")
    path = tmp_path_factory.mktemp("evening") / "evening.jsonl"
    begin(desk, path, "uno", ("A", "B"))
    names = ("A", "B")
    told = [f"{names[out]} out; {names[1 - out]} {' '.join(hand)}" for out, hand in rounds]
    for said in told:
        add_round(desk, path, said)
    if data.draw(st.booleans()):
        n = data.draw(st.integers(1, len(told)))
        correct_round(desk, path, n, told[0])
        rounds[n - 1] = rounds[0]
    if data.draw(st.booleans()):
        add_round(desk, path, told[0])
        undo(desk, path)
    written = [{"out": names[out], "hands": {names[1 - out]: " ".join(hand)}} for out, hand in rounds]
    file = json.dumps({"players": names, "rounds": written}).encode()
    _, sheet = score_file(desk, "uno", "-", file)
    kept = look(desk, path).sheet
    assert (kept.standings, kept.rounds, kept.finished) == (sheet.standings, sheet.rounds, sheet.finished)


# Games of other shapes


def test_an_evening_of_a_game_scored_by_tally_is_kept_too(tmp_path: Path) -> None:
    new_game(Desk.open("en"), "star-duel", tmp_path)
    desk = Desk.open("en", tmp_path)
    path = tmp_path / "evening.jsonl"
    begin(desk, path, "star-duel", ("Anna", "Béla"))
    cards = desk.library.game("star-duel").cards
    assert cards is not None
    card = next(card for card in cards.cards if card.points)
    kept = add_round(desk, path, f"Anna {card.id}")
    assert totals(kept)["Anna"] == card.points
    found = findings(lambda: add_round(desk, path, "Anna nonsense"))
    example = str(found["score.words.example"].params["example"])
    assert totals(add_round(desk, path, example))["Béla"] > 0  # the example can be said as it stands


def test_entries_of_a_game_without_rounds_make_one_and_everybody_has_a_seat(tmp_path: Path, desk: Desk) -> None:
    path = tmp_path / "evening.jsonl"
    begin(desk, path, "nepmesek", ("Anna", "Béla"))
    assert totals(look(desk, path)) == {"Anna": 0, "Béla": 0}
    first = add_round(desk, path, "Anna: 2 3 4")
    assert totals(first) == {"Anna": 9, "Béla": 0}
    second = add_round(desk, path, "Béla: 4")
    assert totals(second) == {"Anna": 9, "Béla": 4}
    assert ([one.n for one in second.told_rounds], len(second.evening.rounds)) == ([1], 2)
    assert totals(correct_round(desk, path, 1, "Anna: 4")) == {"Anna": 4, "Béla": 4}
    assert totals(undo(desk, path)) == {"Anna": 9, "Béla": 4}
    assert "score.words.example" in findings(lambda: add_round(desk, path, "Béla: 1 2 9"))


def test_a_round_too_many_is_refused(path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtools.app.sessions.ROUND_LIMIT", 1)
    add_round(desk, path, FIRST)
    assert set(findings(lambda: add_round(desk, path, FIRST))) == {"session.full"}
    assert [event.seq for event in read_log(path).events] == [1, 2]
