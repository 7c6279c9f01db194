"""What is fuzzed: for each kind of input one function of bytes that raises nothing but what must not happen.

Both Hypothesis and atheris call them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cardtools.errors import CardtoolsError
from tests.fuzz.readers import (
    best,
    codes,
    data,
    desk,
    lists,
    overlays,
    pictures,
    pools,
    scores,
    searches,
    sessions,
    tables,
    words,
)  # fmt: skip
from tests.fuzz.uses import builders, exports, folders, rewritten

TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    one.__name__: one
    for one in (
        lists, pools, overlays, tables, scores, words, sessions, best, searches, codes, data, pictures,
        builders, rewritten, exports, folders,
    )
}  # fmt: skip


def run(name: str, content: bytes) -> None:
    """Run a target; what it refuses in words is as it should be, if the words can be made."""
    try:
        TARGETS[name](content)
    except CardtoolsError as error:
        told = [desk().words.message(finding) for finding in error.findings]
    else:
        return
    assert told
    assert all(told)
