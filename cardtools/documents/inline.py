"""Inline markup of texts: a text goes in, runs to print come out, and no user text ever becomes markup.

Known are ``**bold**``, ``*italic*``, ``{card:ID}`` and ``{icon:NAME}``, bold and italic also inside one
another. Stars open at the start of a word only, so ``2 * 3`` and a lone ``3*`` stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, Literal

RunKind = Literal["text", "card", "icon"]


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text of one look.

    Attributes:
        text: What is printed; of a card first its id, then its name; of an icon its name.
        whole: Whether it stands on one line, whatever hyphens or dashes it holds.
    """

    kind: RunKind
    text: str
    bold: bool = False
    italic: bool = False
    whole: bool = False


Runs = tuple[Run, ...]

_TIED_LETTERS: Final = 16
"""Last words of so many letters are held together; a longer one may be hyphenated."""

_SIGNED: Final = re.compile(r"(?<!\S)(?=\S{2,14}(?!\S))\S*[-+–−±]\d\S*|[-+–−±]\d+")
"""A sign and its figure, with the short word they stand in: a line may break behind a dash, and ``–3`` read ``3``."""
_SHORT_PAIR: Final = re.compile(rf"(?<!\S)(?=\S{{3,14}}(?!\S))\S*[^\W_][-–][^\W_]\S*|{_SIGNED.pattern}")
"""The same, and a short word with a hyphen or dash inside, such as ``VP-t``: half of it alone on a line says little."""

_ICON: Final = r"\{icon:(?P<icon>[a-z0-9]+(?:-[a-z0-9]+)*)\}"
ICON: Final = re.compile(_ICON)
"""The token of a drawing."""
_MARKUP: Final = re.compile(
    r"(?<![\w*])\*\*(?=[^\s*])(?P<bold>.+?)(?<=\S)\*\*(?!\*)"
    r"|(?<![\w*])\*(?=\S)(?P<italic>(?:[^*]|\*\*[^*]+\*\*)+?)(?<=\S)\*(?!\*)"
    r"|\{card:(?P<card>[^\s{}]+)\}"
    rf"|{_ICON}",
    re.DOTALL,
)


def inline_runs(text: str) -> Runs:
    """Return the runs of ``text``, in order; whatever is not markup comes out letter by letter.

    A space before a change of look is a run of its own: WeasyPrint 70 breaks a line too early where a text
    ends with its space.

    >>> [(run.kind, run.text) for run in inline_runs("Say **UNO** & <b> to {card:wild}!")]
    [('text', 'Say'), ('text', ' '), ('text', 'UNO'), ('text', ' & <b> to'), ('text', ' '), ('card', 'wild'),
     ('text', '!')]
    >>> [run.text for run in inline_runs("2 * 3 * 4, {{ x }}, cost 3* or 2*, **open")]
    ['2 * 3 * 4, {{ x }}, cost 3* or 2*, **open']
    """
    return tuple(_runs(text, bold=False, italic=False))


def with_signs_held(runs: Runs) -> Runs:
    """Return the runs with every sign held to its figure, as all texts of cards are printed.

    >>> [(run.text, run.whole) for run in with_signs_held(inline_runs("Else: –3, or +2."))]
    [('Else:', False), (' ', False), ('–3,', True), (' or', False), (' ', False), ('+2.', True)]
    """
    return tuple(_held(runs, _SIGNED))


def has_signs(text: str) -> bool:
    """Return whether any sign and figure stand in a text."""
    return _SIGNED.search(text) is not None


def without_lonely_end(runs: Runs) -> Runs:
    r"""Return the runs with their last words held together, so that no last line is a word or half of one.

    Short words with a hyphen or dash inside, and signs with their figures, are held together wherever they are.

    >>> [(run.text, run.whole) for run in without_lonely_end(inline_runs("Shuffle the pack well."))]
    [('Shuffle the', False), (' ', False), ('pack\xa0well.', True)]
    >>> [(run.text, run.whole) for run in without_lonely_end(inline_runs("Lay 2–3–4 beside whatever lies there."))]
    [('Lay', False), (' ', False), ('2–3–4', True), (' beside whatever', False), (' ', False), ('lies\xa0there.', True)]
    >>> [(run.text, run.whole) for run in without_lonely_end(inline_runs("Two of 2\xa0VP-t for everybody here now."))]
    [('Two of', False), (' ', False), ('2\xa0VP-t', True), (' for everybody', False), (' ', False),
     ('here\xa0now.', True)]
    >>> [(run.text, run.bold, run.whole) for run in without_lonely_end(inline_runs("Nobody drops below **0**."))]
    [('Nobody drops', False, False), (' ', False, False), ('below\xa0', False, True), ('0', True, True),
     ('.', False, True)]
    """
    runs = tuple(_held(runs, _SHORT_PAIR))
    first = next((n for n in range(len(runs), 0, -1) if runs[n - 1].kind != "text"), 0)
    letters = [(char, run) for run in runs[first:] for char in run.text]
    spaces = [at for at, (char, _) in enumerate(letters) if char == " "]
    if not spaces or len(letters) - spaces[-1] > _TIED_LETTERS:
        return runs
    last = spaces[-1]
    start = spaces[-2] + 1 if len(spaces) > 1 else 0
    if start and len(letters) - start <= _TIED_LETTERS:
        letters[last] = ("\u00a0", letters[last][1])
    else:
        start = last + 1
    return (*runs[:first], *_regrouped(letters, start))


def _held(runs: Runs, words: re.Pattern[str]) -> Iterator[Run]:
    """Yield the runs, the ``words`` in them as runs of their own that stand on one line.

    What is tied to a word goes with it: the layout program breaks a line too early before a tied run.
    """
    for run in runs:
        end = 0
        for match in words.finditer(run.text) if run.kind == "text" else ():
            start = match.start()
            while start > end and run.text[start - 1] == "\xa0":
                start = max(end, run.text.rfind(" ", end, start - 1) + 1)
            yield from _split_at_spaces(run, run.text[end:start])
            yield replace(run, text=run.text[start : match.end()], whole=True)
            end = match.end()
        if run.text[end:]:
            yield replace(run, text=run.text[end:])


def _regrouped(letters: Sequence[tuple[str, Run]], whole_from: int) -> Iterator[Run]:
    """Yield letters as runs again, those from ``whole_from`` on not to be hyphenated."""
    flagged = [
        (char, replace(run, text="", whole=run.whole or at >= whole_from)) for at, (char, run) in enumerate(letters)
    ]
    for look, group in groupby(flagged, lambda pair: pair[1]):
        yield from _split_at_spaces(look, "".join(char for char, _ in group))


def _split_at_spaces(look: Run, text: str) -> Iterator[Run]:
    """Yield ``text`` as runs of that look, the spaces at its end as one of their own; see inline_runs."""
    words = text.rstrip(" ")
    yield from (replace(look, text=part) for part in (words, text[len(words) :]) if part)


def _runs(text: str, *, bold: bool, italic: bool) -> Iterator[Run]:
    end = 0
    for match in _MARKUP.finditer(text):
        yield from _plain(text[end : match.start()], bold=bold, italic=italic)
        end = match.end()
        inner = match.group(match.lastgroup or 0)
        match match.lastgroup:
            case "bold":
                yield from _runs(inner, bold=True, italic=italic)
            case "italic":
                yield from _runs(inner, bold=bold, italic=True)
            case "card":
                yield Run("card", inner, bold, italic)
            case _:
                yield Run("icon", inner, bold, italic)
    if end < len(text):
        yield Run("text", text[end:], bold, italic)


def _plain(text: str, *, bold: bool, italic: bool) -> Iterator[Run]:
    yield from _split_at_spaces(Run("text", "", bold, italic), text)
