"""The examples in docstrings are right."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.conftest import REPO

MODULES = sorted(
    ".".join(path.relative_to(REPO).with_suffix("").parts)
    for path in (REPO / "cardtools").rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_right(name: str) -> None:
    outcome = doctest.testmod(import_module(name.removesuffix(".__init__")), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert outcome.attempted > 0
    assert outcome.failed == 0
