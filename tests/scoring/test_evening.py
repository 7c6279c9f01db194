"""The fold of a kept evening: what counts after corrections, undo and redo."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding, Location
from cardtools.model.session import (
    ROUND_LIMIT,
    CorrectEvent,
    NoteEvent,
    RedoEvent,
    RoundEvent,
    SessionEvent,
    UndoEvent,
)
from cardtools.scoring.evening import Change, Evening, KeptNote, KeptRound, evening_of
from tests.factories import refused

AT = "2026-01-31T19:30:00+01:00"


def played(word: str, seq: int = 1) -> RoundEvent:
    return RoundEvent(seq=seq, at=AT, event="round", input={"out": word}, said=word)


def corrected(n: int, word: str, seq: int = 1) -> CorrectEvent:
    return CorrectEvent(seq=seq, at=AT, event="correct", n=n, input={"out": word}, said=word)


def undo() -> UndoEvent:
    return UndoEvent(seq=1, at=AT, event="undo")


def redo() -> RedoEvent:
    return RedoEvent(seq=1, at=AT, event="redo")


def note(text: str, n: int | None = None) -> NoteEvent:
    return NoteEvent(seq=1, at=AT, event="note", text=text, round=n)


def words(*events: SessionEvent) -> list[str]:
    return [one.said for one in evening_of(events).rounds]


def test_rounds_count_in_the_order_they_came() -> None:
    assert words(played("a"), played("b")) == ["a", "b"]


def test_a_correction_stands_in_the_place_of_its_round() -> None:
    evening = evening_of([played("a"), played("b"), corrected(1, "c", seq=7)])
    assert [(one.said, one.line, one.corrected) for one in evening.rounds] == [("c", 7, True), ("b", 1, False)]


def test_undo_takes_back_the_last_change_be_it_a_round_or_a_correction() -> None:
    assert words(played("a"), played("b"), corrected(1, "c"), undo()) == ["a", "b"]
    assert words(played("a"), played("b"), corrected(1, "c"), undo(), undo()) == ["a"]


def test_a_new_change_leaves_nothing_to_redo() -> None:
    evening = evening_of([played("a"), undo(), played("b")])
    assert evening.undone == ()
    (finding,) = refused(lambda: evening_of([played("a"), undo(), played("b"), redo()]))
    assert finding.code == "session.redo"


def test_a_note_changes_no_round_and_can_be_redone_across() -> None:
    evening = evening_of([played("a"), undo(), note("pizza"), redo(), note("again", 1)])
    assert [one.said for one in evening.rounds] == ["a"]
    assert [(one.text, one.round) for one in evening.notes] == [("pizza", None), ("again", 1)]


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([undo()], "session.undo"),
        ([played("a"), undo(), undo()], "session.undo"),
        ([redo()], "session.redo"),
        ([played("a"), redo()], "session.redo"),
        ([corrected(1, "a")], "session.no-round"),
        ([played("a"), corrected(2, "b")], "session.no-round"),
        ([played("a"), note("x", 2)], "session.no-round"),
    ],
)
def test_an_event_that_cannot_be_is_refused_with_its_line(events: list[SessionEvent], code: str) -> None:
    (finding,) = refused(lambda: evening_of(events, "evening.jsonl"))
    assert (finding.code, finding.location.path, finding.location.line) == (code, "evening.jsonl", 1)


def test_a_round_too_many_is_refused() -> None:
    rounds = [played("a")] * ROUND_LIMIT
    assert len(evening_of(rounds).rounds) == ROUND_LIMIT
    (finding,) = refused(lambda: evening_of([*rounds, played("a")]))
    assert finding.code == "session.full"


# Any evening at all: each step is taken where it can be

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("round"), st.text("abc", min_size=1, max_size=2)),
        st.tuples(st.just("correct"), st.text("xyz", min_size=1, max_size=2), st.integers(0, 20)),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
        st.tuples(st.just("note")),
    ),
    max_size=25,
)


def possible(steps: list[Any]) -> list[SessionEvent]:
    events: list[SessionEvent] = []
    for step in steps:
        evening = evening_of(events)
        count = len(evening.rounds)
        if step[0] == "round":
            events.append(played(step[1]))
        elif step[0] == "correct" and count:
            events.append(corrected(step[2] % count + 1, step[1]))
        elif step[0] == "undo" and evening.done:
            events.append(undo())
        elif step[0] == "redo" and evening.undone:
            events.append(redo())
        elif step[0] == "note":
            events.append(note("n"))
    return events


def changes(evening: Evening) -> list[SessionEvent]:
    rounds = len(evening.rounds)
    return [played("new"), *([corrected(rounds, "other")] if rounds else [])]


@settings(max_examples=50, deadline=None)
@given(STEPS)
def test_undo_after_anything_is_the_state_before_and_redo_the_state_after(steps: list[Any]) -> None:
    events = possible(steps)
    before = evening_of(events)
    for change in changes(before):
        after = evening_of([*events, change])
        taken_back = evening_of([*events, change, undo()])
        assert (taken_back.rounds, taken_back.done, taken_back.notes) == (before.rounds, before.done, before.notes)
        assert evening_of([*events, change, undo(), redo()]) == after


@settings(max_examples=50, deadline=None)
@given(STEPS)
def test_undoing_everything_leaves_nothing_and_redoing_it_brings_all_of_it_back(steps: list[Any]) -> None:
    events = possible(steps)
    whole = evening_of(events)
    back = [undo()] * len(whole.done)
    assert evening_of([*events, *back]).rounds == ()
    assert evening_of([*events, *back, *[redo()] * len(whole.done)]).rounds == whole.rounds


# Each event in full


def test_a_round_keeps_what_was_said_its_input_and_its_line() -> None:
    evening = evening_of([played("a", seq=2), played("b", seq=3)])
    assert evening.rounds == (KeptRound({"out": "a"}, "a", 2), KeptRound({"out": "b"}, "b", 3))
    assert evening.inputs == ({"out": "a"}, {"out": "b"})
    assert evening.done == (Change(1, None, evening.rounds[0]), Change(2, None, evening.rounds[1]))


def test_a_correction_keeps_what_was_there_before() -> None:
    evening = evening_of([played("a"), played("b"), corrected(2, "c", seq=5)])
    after = KeptRound({"out": "c"}, "c", 5, corrected=True)
    assert evening.done[-1] == Change(2, KeptRound({"out": "b"}, "b", 1), after)
    assert evening_of([played("a"), corrected(1, "c"), undo()]).undone == (
        Change(1, KeptRound({"out": "a"}, "a", 1), KeptRound({"out": "c"}, "c", 1, corrected=True)),
    )


def test_a_note_keeps_its_round_its_time_and_its_line() -> None:
    assert evening_of([played("a"), note("pizza"), note("again", 1)], None, [4, 5, 9]).notes == (
        KeptNote("pizza", None, AT, 5),
        KeptNote("again", 1, AT, 9),
    )


def test_lines_that_are_given_go_before_the_numbers_of_events() -> None:
    assert [one.line for one in evening_of([played("a"), played("b")], None, [4, 9]).rounds] == [4, 9]


def test_there_is_a_line_for_each_event_or_none() -> None:
    with pytest.raises(ValueError, match="shorter"):
        evening_of([played("a"), played("b")], None, [4])


@pytest.mark.parametrize(
    ("events", "code", "wording", "params"),
    [
        ([undo()], "session.undo", None, {}),
        ([redo()], "session.redo", None, {}),
        ([corrected(1, "a")], "session.no-round", "session.no-round.none", {"n": 1, "count": 0}),
        ([note("x", 2)], "session.no-round", "session.no-round.none", {"n": 2, "count": 0}),
        ([played("a"), corrected(2, "b")], "session.no-round", None, {"n": 2, "count": 1}),
        ([played("a"), note("x", 3)], "session.no-round", None, {"n": 3, "count": 1}),
        ([played("a")] * (ROUND_LIMIT + 1), "session.full", None, {"most": ROUND_LIMIT}),
    ],
)
def test_an_event_that_cannot_be_is_told_in_full(
    events: list[SessionEvent], code: str, wording: str | None, params: dict[str, int]
) -> None:
    lines = [*range(1, len(events)), 77]
    with pytest.raises(CardtoolsError) as refusal:
        evening_of(events, "evening.jsonl", lines)
    assert refusal.value.findings == (
        Finding(code=code, wording=wording, params=params, location=Location(path="evening.jsonl", line=77)),
    )
    assert refusal.value.exit_code == 1
