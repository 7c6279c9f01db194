"""Session files read: whole lines count, a torn last one is named, anything else that is broken is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.model.session import RoundEvent
from cardtools.store.sessions import FILE_LIMIT, LINE_LIMIT, is_session, parse_log, read_log
from tests.factories import refused

AT = "2026-01-31T19:30:00+01:00"
PATH = Path("evening.jsonl")
NEW = {"schema": "cardtools.session/1", "seq": 1, "event": "new", "game": "uno", "players": ["Anna", "Őzike"], "at": AT}
ROUND = {"seq": 2, "event": "round", "input": {"out": "Anna", "hands": {"Őzike": "r7"}}, "said": "Anna out", "at": AT}
NOTE = {"seq": 3, "event": "note", "text": "pizza", "at": AT}


def file_of(*lines: dict[str, Any] | str) -> bytes:
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    return "".join(f"{text}\n" for text in texts).encode()


WHOLE = file_of(NEW, ROUND, NOTE)


def test_events_are_read_in_order_with_what_the_first_says() -> None:
    log = parse_log(file_of({**NEW, "target": 300, "totals": {"Anna": "40"}}, ROUND, NOTE), PATH)
    assert [type(event).__name__ for event in log.events] == ["NewEvent", "RoundEvent", "NoteEvent"]
    assert (log.new.game, log.new.players) == ("uno", ("Anna", "Őzike"))
    assert log.new.header == {"target": "300", "totals": {"Anna": "40"}}
    assert log.torn is None


def test_numbers_are_text_as_in_a_score_file() -> None:
    event = parse_log(file_of(NEW, {**ROUND, "input": {"hands": {"A": [1, 2.5, -3]}}}), PATH).events[1]
    assert isinstance(event, RoundEvent)
    assert event.input == {"hands": {"A": ["1", "2.5", "-3"]}}


@pytest.mark.parametrize("end", ["\r\n", " \n"])
def test_lines_may_end_as_an_editor_leaves_them(end: str) -> None:
    assert len(parse_log(WHOLE.replace(b"\n", end.encode()), PATH).events) == 3


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (WHOLE, True),
        (b' {"seq":1, "schema" : "cardtools.session/2"}\n', True),
        (b'{"schema":"cardtools.session/1","seq":1,"eve', True),
        (b"players: [A, B]\nrounds: []\n", False),
        (b'{"schema":"cardtools.score/1"}', False),
        (b'{"players": ["cardtools.session"]}', False),
        (b"", False),
        (b"\xff\xfe{", False),
    ],
)
def test_a_session_is_known_by_its_first_line(content: bytes, expected: bool) -> None:
    assert is_session(content) is expected


# Torn


@settings(max_examples=50, deadline=None)
@given(st.integers(1, len(WHOLE)))
def test_cut_anywhere_it_reads_as_the_whole_lines_before_the_cut(cut: int) -> None:
    content = WHOLE[:-cut]
    whole = content.count(b"\n")
    if whole == 0:
        (finding,) = refused(lambda: parse_log(content, PATH))
        assert finding.code in ("session.kind", "session.broken")
        return
    log = parse_log(content, PATH)
    assert len(log.events) == whole
    rest = content[content.rindex(b"\n") + 1 :]
    assert (log.torn is not None) is bool(rest)
    if log.torn is not None:
        assert (log.torn.line, log.torn.offset) == (whole + 1, len(content) - len(rest))


@pytest.mark.parametrize(
    ("tail", "start"),
    [
        ('{"seq":4,"event":"undo"', '{"seq":4,"event":"undo"'),
        ('{"seq":4,"event":"undo","at":"' + AT + '"}', '{"seq":4,"event":"undo","at":"2026-01-31…'),
        ('{"seq":4,"eve\n', '{"seq":4,"eve'),
        ("\0\0\0\0\n", ""),
        ("\0\0\0\0", ""),
        ("4\n", "4"),
    ],
)
def test_a_last_line_that_is_not_whole_is_torn_and_named(tail: str, start: str) -> None:
    log = parse_log(WHOLE + tail.encode(), PATH)
    assert len(log.events) == 3
    assert log.torn is not None
    assert (log.torn.line, log.torn.start, log.torn.offset) == (4, start, len(WHOLE))


def test_half_a_letter_at_the_end_is_torn() -> None:
    log = parse_log(WHOLE + b'{"seq":4,"event":"note","text":"\xc5', PATH)
    assert log.torn is not None
    assert log.torn.start.startswith('{"seq":4')


# Broken


@pytest.mark.parametrize(
    ("lines", "code", "line"),
    [
        ([], "session.kind", 1),
        (["no session"], "session.broken", 1),
        ([{"schema": "cardtools.score/1"}], "session.kind", 1),
        ([ROUND], "session.kind", 1),
        ([{**NEW, "schema": "cardtools.session/2"}], "session.version", 1),
        ([{**NEW, "seq": 2}], "session.sequence", 1),
        ([{**NEW, "event": "round"}], "session.event", 1),
        ([{**NEW, "players": []}], "data.value", 1),
        ([{**NEW, "players": ["Anna", " "]}], "data.value", 1),
        ([{**NEW, "at": "yesterday"}], "data.value", 1),
        ([{**NEW, "at": "2026-02-31T19:30:00+01:00"}], "data.value", 1),
        ([{**NEW, "at": "2026-01-31T19:30:00+99:99"}], "data.value", 1),
        ([{**NEW, "at": "0001-01-01T00:00:00+14:00"}], "data.value", 1),
        ([{**NEW, "at": "9999-12-31T23:59:59-14:00"}], "data.value", 1),
        ([NEW, '{"seq":2,"eve', NOTE], "session.broken", 2),
        ([NEW, "", NOTE], "session.sequence", 3),
        ([NEW, "[2]", NOTE], "session.broken", 2),
        ([NEW, "[" * 9000, NOTE], "session.broken", 2),
        ([NEW, '{"seq":2,"event":"note","text":"\\ud800","at":"' + AT + '"}', NOTE], "session.broken", 2),
        ([NEW, {**NEW, "seq": 2}], "session.event", 2),
        ([NEW, NOTE], "session.sequence", 2),
        ([NEW, ROUND, ROUND], "session.sequence", 3),
        ([NEW, {**ROUND, "seq": "two"}], "session.sequence", 2),
        ([NEW, {**ROUND, "event": "dance"}], "session.event", 2),
        ([NEW, {**ROUND, "event": ["round"]}], "session.event", 2),
        ([NEW, {**ROUND, "more": 1}], "data.unknown-key", 2),
        ([NEW, {**ROUND, "input": "Anna"}], "data.value", 2),
        ([NEW, {"seq": 2, "event": "correct", "n": 0, "input": {}, "at": AT}], "data.value", 2),
        ([NEW, {"seq": 2, "event": "correct", "n": 1000, "input": {}, "at": AT}], "data.value", 2),
        ([NEW, {"seq": 2, "event": "note", "text": "", "at": AT}], "data.value", 2),
        ([NEW, '{"seq":2,"event":"undo","event":"redo","at":"' + AT + '"}'], "data.duplicate-key", 2),
        ([NEW, {**NOTE, "seq": 2, "text": "x" * LINE_LIMIT}], "session.long", 2),
    ],
)
def test_a_file_that_is_broken_is_refused_once_with_file_and_line(
    lines: list[dict[str, Any] | str], code: str, line: int
) -> None:
    (finding,) = refused(lambda: parse_log(file_of(*lines), PATH))
    assert (finding.code, finding.location.path, finding.location.line) == (code, str(PATH), line)


def test_a_doubled_line_is_told_from_a_missing_one() -> None:
    (twice,) = refused(lambda: parse_log(file_of(NEW, ROUND, ROUND), PATH))
    (gap,) = refused(lambda: parse_log(file_of(NEW, NOTE), PATH))
    assert (twice.wording, gap.wording) == ("session.sequence.twice", None)
    assert (gap.params["seq"], gap.params["expected"]) == ("3", 2)


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.jsonl"
    path.write_bytes(WHOLE + b"x" * FILE_LIMIT)
    (finding,) = refused(lambda: read_log(path))
    assert finding.code == "file.too-large"


def test_a_line_that_is_whole_at_the_second_look_was_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(WHOLE[:-5])
    monkeypatch.setattr("cardtools.store.sessions.time.sleep", lambda _: path.write_bytes(WHOLE))
    log = read_log(path)
    assert (len(log.events), log.torn) == (3, None)


# What editors and machines leave behind


def test_blank_lines_and_a_byte_order_mark_are_passed_over_and_told() -> None:
    lines = WHOLE.splitlines(keepends=True)
    content = b"\xef\xbb\xbf" + b"\n" + lines[0] + b"  \r\n" + b"".join(lines[1:]) + b"\n"
    log = parse_log(content, PATH)
    assert log.events == parse_log(WHOLE, PATH).events
    assert (log.lines, log.skipped, log.torn) == ((2, 4, 5), (1, 3, 6), None)
    assert is_session(content)


def test_a_torn_line_behind_blank_ones_has_its_own_line_and_byte() -> None:
    log = parse_log(WHOLE + b"\n\n" + b'{"seq":4', PATH)
    assert log.torn is not None
    assert (log.torn.line, log.torn.offset) == (6, len(WHOLE) + 2)


def test_a_first_line_that_was_cut_off_is_told_so() -> None:
    cut = WHOLE.partition(b"\n")[0][:-9]
    (finding,) = refused(lambda: parse_log(cut, PATH))
    assert (finding.code, finding.wording, finding.location.line) == ("session.broken", "session.broken.first", 1)
