from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.budget import BUDGET
from tests.fuzz.guarded import bounded
from tests.fuzz.mutations import changed_data, inputs
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS, run


@pytest.mark.parametrize("name", TARGETS)
def test_what_fuzzing_starts_from_is_read(name: str) -> None:
    assert seeds(name)
    for seed in seeds(name):
        run(name, seed)


SLOW = {"folders": 4}
"""Targets of which fewer inputs are tried: one of so many."""


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_read_or_refused_in_words_and_soon(name: str) -> None:
    @settings(BUDGET, max_examples=BUDGET.max_examples // SLOW.get(name, 1))
    @given(content=inputs(name))
    def check(content: bytes) -> None:
        with bounded():
            run(name, content)

    check()


@pytest.mark.parametrize(("name", "heads"), [("scores", 1), ("data", 0), ("folders", 2)])
def test_sound_data_that_says_what_cannot_be_is_read_or_refused_in_words(name: str, heads: int) -> None:
    @settings(BUDGET, max_examples=BUDGET.max_examples // SLOW.get(name, 1))
    @given(content=changed_data(name, heads))
    def check(content: bytes) -> None:
        with bounded():
            run(name, content)

    check()


@BUDGET
@given(data=st.data())
def test_no_input_is_bound_to_the_kind_it_was_made_for(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(tuple(TARGETS)))
    other = data.draw(st.sampled_from(tuple(TARGETS)))
    with bounded():
        run(name, data.draw(inputs(other)))
