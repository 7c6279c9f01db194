"""The verdict list: what a format says about many lists, a row each, with a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from cardtools.documents.form_page import FormFact, FormHead, VerdictView, form_head, verdict_view
from cardtools.documents.form_words import form_word
from cardtools.model.base import text_in
from cardtools.model.deck import STATUSES, Deck, Status, Verdict
from cardtools.model.game import GameInfo
from cardtools.words.catalog import Words

_MOST_FINDINGS = 3
_LABELS = ("list", "player", "verdict", "count-of", "findings", "nothing-found", "tick")


@dataclass(frozen=True, slots=True)
class Judged:
    """A list and the verdict on it; ``deck`` is None for a list that cannot be read."""

    path: str
    deck: Deck | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A list; ``counts`` are its cards by zone, a line each."""

    name: str
    deck: str
    player: str
    counts: tuple[str, ...]
    verdict: VerdictView


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many lists have a status."""

    status: Status
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class VerdictSheet:
    """The whole list; ``left_out`` names files of the folder that are no lists, ``remarks`` hold for every list."""

    head: FormHead
    facts: tuple[FormFact, ...]
    statuses: tuple[StatusCount, ...]
    rows: tuple[VerdictRow, ...]
    remarks: tuple[str, ...]
    left_out: str
    words: Mapping[str, str]


def verdict_list(
    info: GameInfo,
    judged: Sequence[Judged],
    format_name: str,
    words: Words,
    named: Mapping[str, str],
    left_out: Sequence[str] = (),
    day: str = "",
) -> VerdictSheet:
    """Return the verdict list of many lists, in the order given.

    Rules that could be checked in no list are told once, above all rows.

    Args:
        info: The game.
        judged: The lists, at least one.
        format_name: The format in words.
        words: Words of the language that it is printed in.
        named: Words for the game's ids in messages.
        left_out: Files that are no lists, by name.
        day: Day of play, where the verdicts depend on it.
    """
    language = words.language
    views = [verdict_view(one.verdict, words, named, _MOST_FINDINGS) for one in judged]
    remarks = _common(one.verdict for one in judged if one.deck is not None) if len(judged) > 1 else ()
    common = words.text("report.as-far", rules=", ".join(named.get(f"fact:{one}", one) for one in remarks))
    found = Counter(one.verdict.status for one in judged)
    subtitle = " · ".join(part for part in (text_in(info.name, language), format_name, day) if part)
    names = _names([one.path for one in judged])
    return VerdictSheet(
        head=form_head(info, language, form_word("verdicts", language), subtitle, (format_name,)),
        facts=(FormFact(str(len(judged)), form_word("lists", language)),),
        statuses=tuple(
            StatusCount(status, form_word(f"status.{status}", language), found[status])
            for status in reversed(STATUSES)
            if found[status]
        ),
        rows=tuple(
            _row(one, view, name, named, bool(remarks)) for one, view, name in zip(judged, views, names, strict=True)
        ),
        remarks=(common,) if remarks else (),
        left_out=form_word("no-list", language, names=", ".join(left_out)) if left_out else "",
        words={name: form_word(name, language) for name in _LABELS},
    )


def _common(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """Return the facts that no list could be checked for, where that is the same for all."""
    sets = {tuple(dict.fromkeys(one.fact for one in verdict.unchecked)) for verdict in verdicts}
    return next(iter(sets)) if len(sets) == 1 else ()


def _row(one: Judged, view: VerdictView, name: str, named: Mapping[str, str], told: bool) -> VerdictRow:
    headers = one.deck.listing.headers if one.deck else {}
    counts = tuple(f"{named.get(f'zone:{zone}', zone)} {n}" for zone, n in one.verdict.counts.items() if n)
    # The opening hand is no matter of a list of verdicts, and what holds for all is told once.
    remarks = () if told else view.remarks[1 if one.verdict.opening_hand is not None else 0 :]
    shown = VerdictView(view.status, view.words, remarks, view.findings, view.more)
    return VerdictRow(name, headers.get("name", ""), headers.get("player", ""), counts, shown)


def _names(paths: Sequence[str]) -> list[str]:
    """Return the names of files, with as much of their folders as tells them apart.

    >>> _names(["a/one.txt", "a/two.txt"]), _names(["a/one.txt", "b/one.txt"])
    (['one.txt', 'two.txt'], ['a/one.txt', 'b/one.txt'])
    """
    parts = [PurePath(path).parts for path in paths]
    folders = [one[:-1] for one in parts]
    shared = 0
    while all(len(one) > shared for one in folders) and len({one[shared] for one in folders}) == 1:
        shared += 1
    return ["/".join(one[shared:]) or path for one, path in zip(parts, paths, strict=True)]
