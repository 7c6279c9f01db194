"""Inputs for the targets: seeds with a few things put in, taken out, doubled or swapped, and whatever else there is."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st

from cardtools.store.yaml_files import parse_yaml
from tests.fuzz.seeds import seeds

_PIECES: Final = (
    "", " ", "\n", "\r", "\t", "\0", "\x1b[2J", "\x85", "\u2028", "\u200b", "\u202e", "\ufeff", "\ud7ff", "\ufffe",
    "\U0001f984", "é", "é", "İ", "ﬁ", "²", "½", "Ⅷ", "٣", "𝟙", "_", "1_0", "0x1f", "1e9", "1e400", "-1e400", "nan",
    "inf", "-0", "+1", "00", "9" * 30, "9" * 5000, "-1", "0", "1000", "1/3", "1/0", "0.5", ",", ";", ":", "|", "'",
    '"', '""', "{", "}", "[", "]", "(", ")", "<", ">", "&", "&lol;", "&#0;", "<![CDATA[", "*", "*a", "&a ",
    "!!python/none", "- ", "? ", "---\n", "...\n", "<<: ", "null", "~", "true", "No", "{}", "[]", "[[]]",
    "{a: b}", "= ", "//", "#",
    "[" * 60, "{a: " * 60, "(" * 60, "-" * 60, "x" * 500, "SB:", "[side]", "main:", "qty", "name", "players", "rounds",
    "totals: {Anna: 1/3}", "Anna", "Béla", "Anna: ", "out", "target: 0", "{{ 7*7 }}", "%s", "../", "C:\\", "file:///",
)  # fmt: skip
"""What readers have stumbled over, here and elsewhere."""

_WHERE: Final = st.floats(0, 1)
_WORD: Final = st.sampled_from(_PIECES).map(lambda piece: piece.encode("utf-8", "surrogatepass"))
_PIECE: Final = st.one_of(_WORD, st.binary(min_size=1, max_size=4))
_EDIT: Final = st.tuples(st.sampled_from(("insert", "replace", "cut", "double", "line")), _WHERE, _WHERE, _PIECE)


_LEAVES: Final[tuple[Any, ...]] = (
    None, "", "0", "-1", "1", "2", "3", "7", "99", "1000000", "0.5", "9" * 30, "nan", "é", "a" * 61, "true", [], {},
    [[]], ["a"], {"a": "b"}, {"kind": "size"}, [{}], {"value": "1", "source": "x"}, "rulebook: x", "main", "Anna",
    "\n", "*", "$choice",
)  # fmt: skip
"""What a value of a data file is changed to; None takes it out."""


def changed_data(name: str, heads: int) -> st.SearchStrategy[bytes]:
    """Return a strategy of YAML that is sound as such, with a few values changed; ``heads`` bytes say of what kind."""
    change = st.tuples(st.integers(0, 10_000), st.sampled_from(_LEAVES))
    return st.builds(_changed, st.sampled_from(seeds(name)), st.just(heads), st.lists(change, min_size=1, max_size=3))


def _changed(seed: bytes, heads: int, changes: list[tuple[int, Any]]) -> bytes:
    data = copy.deepcopy(parse_yaml(seed[heads:], Path("seed.yaml")).data)
    for number, leaf in changes:
        places = list(_places(data))
        if not places:
            continue
        holder, key = places[number % len(places)]
        if leaf is None:
            del holder[key]
        else:
            holder[key] = copy.deepcopy(leaf)
    return seed[:heads] + json.dumps(data, ensure_ascii=False).encode()


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield whatever holds a value, and by which key."""
    items = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    for key, value in items:
        yield data, key
        yield from _places(value)


def inputs(name: str) -> st.SearchStrategy[bytes]:
    """Return a strategy of inputs for a target."""
    mutated = st.builds(_mutated, st.sampled_from(seeds(name)), st.lists(_EDIT, max_size=5))
    text = st.text().map(lambda written: written.encode("utf-8", "replace"))
    headed = st.builds(bytes.__add__, st.binary(min_size=2, max_size=2), text)
    return st.one_of(mutated, mutated, mutated, headed, st.binary(max_size=60))


def _mutated(seed: bytes, edits: list[tuple[str, float, float, bytes]]) -> bytes:
    """Return a seed after edits, its first byte, which tells the kind, left as it is."""
    content = bytearray(seed)
    for kind, begin, end, piece in edits:
        first, last = sorted((1 + int(begin * len(content)), 1 + int(end * len(content))))
        if kind == "insert":
            content[first:first] = piece
        elif kind == "replace":
            content[first : first + max(1, len(piece))] = piece
        elif kind == "cut":
            del content[first : min(last, first + 200)]
        elif kind == "double":
            content[first:first] = content[first : min(last, first + 200)]
        else:  # a line put elsewhere
            lines = content.split(b"\n")
            lines.insert(int(end * len(lines)), lines.pop(int(begin * (len(lines) - 1))))
            content = bytearray(b"\n".join(lines))
    return bytes(content)
