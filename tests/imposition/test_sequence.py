"""Which face comes when, and what the files of faces are called."""

from __future__ import annotations

import pytest

from cardtools.imposition.plan import Faces
from cardtools.imposition.sequence import face_sequence, file_names
from cardtools.model.printing import PageOrder
from tests.factories import refused

OWN: list[Faces] = [("a", "x"), ("b", None), ("c", "z")]
SHARED: list[Faces] = [("a", "x"), ("b", "x")]


@pytest.mark.parametrize(
    ("cards", "order", "blanks", "faces"),
    [
        (OWN, "front-back", True, ("a", "x", "b", None, "c", "z")),
        (OWN, "front-back", False, ("a", "x", "b", "c", "z")),
        (OWN, "fronts-backs", True, ("a", "b", "c", "x", None, "z")),
        (OWN, "fronts-backs", False, ("a", "b", "c", "x", "z")),
        (SHARED, "front-back", True, ("a", "x", "b", "x")),
        (SHARED, "fronts-backs", True, ("a", "b", "x")),
        ([("a", None), ("b", None)], "front-back", True, ("a", "b")),
        ([("a", None), ("b", None)], "fronts-backs", True, ("a", "b")),
    ],
)
def test_faces_come_as_their_maker_wants_them(
    cards: list[Faces], order: PageOrder, blanks: bool, faces: tuple[str | None, ...]
) -> None:
    assert face_sequence(cards, order, blanks=blanks) == faces


def test_without_a_card_there_is_nothing_to_hand_in() -> None:
    assert [one.code for one in refused(lambda: face_sequence([], "front-back", blanks=True))] == ["print.no-cards"]


@pytest.mark.parametrize(
    ("cards", "order", "files"),
    [
        (OWN, "front-back", ["001-or", "002-back-of-001-or", "003", "004-c-4", "005-back-of-004-c-4"]),
        (OWN, "fronts-backs", ["001-or", "002", "003-c-4", "004-back-of-001-or", "005-back-of-003-c-4"]),
        (SHARED, "fronts-backs", ["001-or", "002", "003-back"]),
        (SHARED, "front-back", ["001-or", "002-back-of-001-or", "003", "004-back-of-003"]),
    ],
)
def test_a_file_is_called_by_its_number_and_its_card_and_a_back_by_its_front(
    cards: list[Faces], order: PageOrder, files: list[str]
) -> None:
    found = file_names(cards, order, "png", {"a": "Őr!", "c": "C: 4"})
    assert found == tuple(f"{file}.png" for file in files)


def test_a_long_name_is_cut_and_numbers_have_as_many_digits_as_the_last() -> None:
    assert file_names([("a", None)], "front-back", "pdf", {"a": "x" * 39 + " y"}) == (f"001-{'x' * 39}.pdf",)
    many = file_names([("a", None)] * 1000, "front-back", "pdf")
    assert (many[0], many[-1]) == ("0001.pdf", "1000.pdf")
