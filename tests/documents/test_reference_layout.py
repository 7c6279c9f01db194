from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.documents.reference_layout import Care, FilledColumn, Heights, Piece, fill

HEIGHTS = st.floats(0.5, 30)
BLOCKS = st.lists(
    st.builds(Heights, HEIGHTS, HEIGHTS, st.lists(HEIGHTS, min_size=1, max_size=6).map(tuple), st.booleans()),
    min_size=1,
    max_size=8,
)


def height_of(column: FilledColumn, blocks: list[Heights], gap_mm: float) -> float:
    total = gap_mm * max(0, len(column.pieces) - 1)
    for piece in column.pieces:
        block = blocks[piece.block]
        total += (block.again_mm if piece.first else block.head_mm) + sum(block.parts_mm[piece.first : piece.end])
    return total


@given(BLOCKS, st.lists(st.floats(5, 120), min_size=1, max_size=5), st.sampled_from(get_args(Care)))
@settings(max_examples=50, deadline=None)
def test_every_part_stands_once_in_order_and_no_column_is_too_full(
    blocks: list[Heights], columns: list[float], care: Care
) -> None:
    filled = fill(blocks, columns, 2.0, care=care)
    if filled is None:
        return
    assert len(filled) == len(columns)
    laid = [
        (piece.block, part) for column in filled for piece in column.pieces for part in range(piece.first, piece.end)
    ]
    assert laid == [(n, part) for n, block in enumerate(blocks) for part in range(len(block.parts_mm))]
    for column, height in zip(filled, columns, strict=True):
        assert column.used_mm == pytest.approx(height_of(column, blocks, 2.0))
        assert column.used_mm <= height + 0.06


@given(BLOCKS)
@settings(max_examples=50, deadline=None)
def test_what_has_room_in_one_column_is_never_refused(blocks: list[Heights]) -> None:
    whole = sum(block.whole_mm for block in blocks) + 2.0 * (len(blocks) - 1)
    assert fill(blocks, (whole,), 2.0) is not None
    assert fill(blocks, (whole - 1,), 2.0) is None


def test_a_block_that_just_fits_is_not_broken_for_the_sake_of_evenness() -> None:
    blocks = (Heights(4, 2, (3,) * 6), Heights(4, 2, (3,) * 5))
    filled = fill(blocks, (23, 23), 1)
    assert filled is not None
    assert [column.pieces for column in filled] == [(Piece(0, 0, 6),), (Piece(1, 0, 5),)]


def test_a_table_is_broken_only_where_that_is_allowed() -> None:
    blocks = (Heights(4, 2, (10,)), Heights(4, 2, (5,) * 4, firm=True))
    assert fill(blocks, (30, 17), 1, care="well") is None
    assert fill(blocks, (30, 17), 1, care="tables") is None
    assert fill(blocks, (30, 17), 1) is not None


def test_a_lonely_part_is_left_rather_than_a_table_broken() -> None:
    blocks = (Heights(4, 2, (28,)), Heights(4, 2, (2,) * 6), Heights(4, 2, (5,) * 4, firm=True))
    assert fill(blocks, (39, 37), 1, care="well") is None
    filled = fill(blocks, (39, 37), 1, care="tables")
    assert filled is not None
    assert filled[0].pieces == (Piece(0, 0, 1), Piece(1, 0, 1))


def test_a_table_higher_than_a_column_is_broken_all_the_same() -> None:
    assert fill((Heights(4, 2, (5,) * 8, firm=True),), (30, 30), 1, care="well") is not None


def test_columns_become_about_as_full_as_each_other() -> None:
    filled = fill((Heights(1, 1, (1,) * 30),), (40, 40, 40), 1)
    assert filled is not None
    used = [column.used_mm for column in filled]
    assert max(used) - min(used) <= 2
