from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.store.overlay import lay_over
from cardtools.store.yaml_files import Data, Document, parse_yaml


def laid(base: str, over: str) -> Document:
    return lay_over(parse_yaml(base.encode(), Path("shipped.yaml")), parse_yaml(over.encode(), Path("mine.yaml")))


@pytest.mark.parametrize(
    ("base", "over", "result"),
    [
        ("{a: 1, b: 2}", "{b: 3}", {"a": "1", "b": "3"}),
        ("{a: 1}", "{b: 3}", {"a": "1", "b": "3"}),
        ("{a: {x: 1, y: 2}}", "{a: {y: 3, z: 4}}", {"a": {"x": "1", "y": "3", "z": "4"}}),
        ("{a: 1}", "{a: ~}", {"a": None}),
        ("{a: 1}", "{a: {b: 1}}", {"a": {"b": "1"}}),
        ("{a: [1, 2]}", "{a: [3]}", {"a": ["3"]}),
        ("{a: [{id: x}]}", "{a: []}", {"a": []}),
        ("{a: [{id: x}, {n: 1}]}", "{a: [{id: y}]}", {"a": [{"id": "y"}]}),
        ("{a: [{id: x}]}", "{a: [{id: y}, {id: y}]}", {"a": [{"id": "y"}, {"id": "y"}]}),
    ],
)
def test_keys_are_laid_over_keys_and_plain_lists_are_replaced(base: str, over: str, result: Data) -> None:
    assert laid(base, over).data == result


def test_items_with_an_id_are_laid_over_that_item_and_new_ones_come_last() -> None:
    base = "f: [{id: a, n: 1}, {id: b, n: 2, r: [{id: x, m: 1}, {id: y}]}, {id: c}]"
    over = "f: [{id: d}, {id: b, n: 9, r: [{id: x, m: 5}, {id: z}]}]"
    assert laid(base, over).data == {
        "f": [
            {"id": "a", "n": "1"},
            {"id": "b", "n": "9", "r": [{"id": "x", "m": "5"}, {"id": "y"}, {"id": "z"}]},
            {"id": "c"},
            {"id": "d"},
        ]
    }


def test_every_value_keeps_the_file_and_place_it_came_from() -> None:
    document = laid("a: 1\nf:\n  - id: x\n    n: 1\n  - id: y\n", "f:\n  - id: z\n  - m: 2\n    id: x\n    n: 3\n")
    expected = {
        ("a",): ("shipped.yaml", 1, 1),
        ("f", 0, "id"): ("mine.yaml", 4, 5),
        ("f", 0, "n"): ("mine.yaml", 5, 5),
        ("f", 0, "m"): ("mine.yaml", 3, 5),
        ("f", 1, "id"): ("shipped.yaml", 5, 5),
        ("f", 2, "id"): ("mine.yaml", 2, 5),
    }
    places = {where: document.location(where) for where in expected}
    assert {where: (place.path, place.line, place.column) for where, place in places.items()} == expected


def test_laying_over_three_files_keeps_each_origin() -> None:
    both = laid("a: 1\nb: 1\nc: 1\n", "b: 2\nc: 2\n")
    document = lay_over(both, parse_yaml(b"c: 3\n", Path("top.yaml")))
    assert document.data == {"a": "1", "b": "2", "c": "3"}
    assert [document.location((key,)).path for key in "abc"] == ["shipped.yaml", "mine.yaml", "top.yaml"]


def test_laying_over_changes_neither_of_the_files() -> None:
    base = parse_yaml(b"f: [{id: a, n: 1}]", Path("shipped.yaml"))
    over = parse_yaml(b"f: [{id: a, n: 2}]", Path("mine.yaml"))
    lay_over(base, over)
    assert (base.data, over.data) == ({"f": [{"id": "a", "n": "1"}]}, {"f": [{"id": "a", "n": "2"}]})
