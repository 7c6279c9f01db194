"""Hyphenation patterns read only where a word asks for them: all Hungarian ones at once take half a second."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pyphen

LANGUAGES: Final = ("hu", "en", "pl", "cs", "sk")
"""Languages whose dictionaries are read so; those of others may say their letters by number."""

_MEANINGFUL: Final = re.compile(r"^(?![%#]|(?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN).*[1-9].*$", re.MULTILINE)
_DIGITS: Final = re.compile(r"[0-9]")

Pattern = tuple[int, tuple[int, ...]]
"""Where in its letters a pattern begins to count, and the values from there on."""


class LazyPatterns:
    """The patterns of a dictionary file by their letters, each parsed when it is first asked for."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in _MEANINGFUL.findall(text)]
        # Behind a slash with an equals sign stands how letters change at the hyphen.
        shown = (line.partition("/")[0] if "=" in line else line for line in lines)
        self._lines: Mapping[str, str] = dict(zip(_DIGITS.sub("", "\n".join(shown)).split("\n"), lines, strict=True))
        self._parsed: dict[str, Pattern] = {}
        self.longest: Final = max(map(len, self._lines), default=0)

    def __len__(self) -> int:
        return len(self._lines)

    def get(self, letters: str) -> Pattern | None:
        """Return the pattern of ``letters``, None where there is none."""
        line = self._lines.get(letters)
        if line is None:
            return None
        if letters not in self._parsed:
            self._parsed[letters] = _parsed(line)
        return self._parsed[letters]


class _LazyDictionary(pyphen.HyphDict):  # type: ignore[misc] # no types
    """A dictionary as the hyphenation library keeps it, over lazy patterns."""

    def __init__(self, path: Path) -> None:
        encoding, _, patterns = path.read_bytes().partition(b"\n")
        self.patterns = LazyPatterns(patterns.decode(encoding.decode().strip()))
        self.cache: dict[str, Any] = {}
        self.maxlen = self.patterns.longest


class _Dictionaries(dict[Path, Any]):
    """The library's cache of dictionaries: those of our languages are made when first asked for."""

    def __init__(self, lazy: frozenset[Path]) -> None:
        super().__init__()
        self._lazy = lazy

    def __contains__(self, path: object) -> bool:
        return path in self._lazy or super().__contains__(path)

    def __missing__(self, path: Path) -> Any:
        if path not in self._lazy:
            raise KeyError(path)
        self[path] = _LazyDictionary(path)
        return self[path]


def read_patterns_lazily() -> None:
    """Have the hyphenation library read the dictionaries of our languages so from now on."""
    if not isinstance(pyphen.hdcache, _Dictionaries):
        pyphen.hdcache = _Dictionaries(frozenset(pyphen.LANGUAGES[language] for language in LANGUAGES))


def _parsed(line: str) -> Pattern:
    pattern, _, alternative = line.partition("/") if "=" in line else (line, "", "")
    factory = pyphen.AlternativeParser(pattern, alternative) if alternative else int
    values = [factory(digit or "0") for digit, _ in pyphen.parse(pattern)]
    counting = [number for number, value in enumerate(values) if value]
    return counting[0], tuple(values[counting[0] : counting[-1] + 1])
