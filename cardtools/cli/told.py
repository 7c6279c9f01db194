"""What is told: findings as greppable lines, as JSON, JSON Lines or CSV; the words are made here."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from cardtools.app.csv_rows import csv_row
from cardtools.cli.help import words_for
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding, bounded
from cardtools.store.files import LIST_LIMIT, too_large
from cardtools.words.catalog import Words

USAGE = 2
_MOST_CARDS = 8
_MOST_LINES = 12


def printable(text: str, kept: str = "\n\u00a0\u202f") -> str:
    """Return ``text`` without signs that steer a terminal; ``kept`` are those that are harmless."""
    return "".join(char if char.isprintable() or char in kept else "\ufffd" for char in text)


def finding_line(finding: Finding, words: Words, named: Mapping[str, str] | None = None) -> str:
    """Return ``PATH:LINE: CODE message`` with what to do about it."""
    place = finding.location
    where = f"{place.path}:{place.line}: " if place.path and place.line else f"{place.path}: " if place.path else ""
    if not place.path and place.column:  # said in words on the command line
        where = words.text("found.column", column=place.column)
    hint = words.hint(finding, named)
    cards = _cards_words(finding, words)
    parts = [words.message(finding, named), *([cards] if cards else []), *([hint] if hint else [])]
    return printable(f"{where}{finding.code} {' – '.join(parts)}")


def _cards_words(finding: Finding, words: Words) -> str:
    """Return the cards of a finding that its line number alone does not tell, with all their lines."""
    if sum(len(card.where) for card in finding.cards) < 2 and not finding.tally:
        return ""
    told: list[str] = []
    for card in finding.cards[:_MOST_CARDS]:
        key = "found.line" if len(card.where) == 1 else "found.lines"
        numbers = [str(place.line) for place in card.where[:_MOST_LINES]]
        if len(card.where) > _MOST_LINES:
            numbers.append("…")
        lines = words.text(key, lines=", ".join(numbers))
        told.append(f"{card.count}× {card.name} ({lines})")
    if len(finding.cards) > _MOST_CARDS:
        told.append(words.text("found.more", count=len(finding.cards) - _MOST_CARDS))
    return ", ".join(told)


def finding_json(finding: Finding, words: Words, named: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return a finding as the JSON contract has it; every key is always there."""
    return {
        "code": finding.code,
        "rule": finding.rule,
        "severity": finding.severity,
        "message": words.message(finding, named),
        "location": finding.location.model_dump(),
        "cards": [card.model_dump() for card in finding.cards],
        "actual": finding.actual,
        "limit": None if finding.limit is None else dict(finding.limit),
        "suggestions": list(finding.suggestions),
        "source": finding.source,
        "hint": words.hint(finding, named),
    }


def echo_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document; signs that steer a terminal are written as their number, which reads back the same."""
    written = json.dumps(document, ensure_ascii=False)
    if not written.isprintable():
        written = "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in written)
    click.echo(written)


def echo_file(text: str) -> None:
    """Print what would be the content of a file: to a pipe as it is, to a terminal without signs that steer it."""
    click.echo(printable(text, "\n\t\u00a0\u202f") if sys.stdout.isatty() else text, nl=False)


def csv_line(cells: Sequence[object]) -> str:
    """Return one CSV row, as ``csv_row`` makes it; nothing in it steers a terminal."""
    return printable(csv_row(cells))


def wants_json(given: Sequence[str]) -> bool:
    """Return whether raw arguments ask for JSON or JSON Lines, before or after click has read them."""
    told = {f"{one}={two}" for one, two in itertools.pairwise(given) if one == "--report"} | set(given)
    return bool(told & {"--report=json", "--report=jsonl"})


def say(text: str, *, to_stderr: bool = False) -> None:
    """Print a line, without signs that steer a terminal."""
    click.echo(printable(text), err=to_stderr)


def tell_error(error: CardtoolsError, given: Sequence[str]) -> None:
    """Tell why work cannot go on: on stderr, and as a JSON document where that was asked for."""
    words, told = words_for(given), bounded(error.findings)
    if wants_json(given):
        echo_json({"schema": "cardtools.error/1", "findings": [finding_json(finding, words) for finding in told]})
    for finding in told:
        line = finding_line(finding, words)
        say(line if finding.location.path else f"cardtools: {line}", to_stderr=True)


def tell_usage(message: str, given: Sequence[str]) -> int:
    """Tell that the command line itself is wrong."""
    if wants_json(given):
        echo_json({"schema": "cardtools.error/1", "usage": message, "findings": []})
    say(f"cardtools: {message}", to_stderr=True)
    return USAGE


def tell_internal(error: Exception, given: Sequence[str]) -> None:
    """Tell that we have made a mistake."""
    what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    message = words_for(given).text("error.internal", what=what)
    if wants_json(given):
        echo_json({"schema": "cardtools.error/1", "internal": message, "findings": []})
    say(f"cardtools: {message}", to_stderr=True)


def tell_warnings(
    findings: Sequence[Finding], words: Words, most: int = 20, *, named: Mapping[str, str] | None = None
) -> None:
    """Tell warnings on stderr, where they do not mix with results; of many the first, and how many more there are."""
    for finding in findings[:most]:
        say(f"{words.text(f'severity.{finding.severity}')}: {finding_line(finding, words, named)}", to_stderr=True)
    if len(findings) > most:
        say(f"  {words.text('found.more', count=len(findings) - most)}", to_stderr=True)


def read_stdin(paths: Sequence[str]) -> bytes | None:
    """Return what stands on standard input where one of ``paths`` is ``-``."""
    if "-" not in paths:
        return None
    if sys.stdin is None:
        raise refuse("file.unreadable", path="-", wording="file.unreadable.stdin")
    content = sys.stdin.buffer.read(LIST_LIMIT + 1)
    if len(content) > LIST_LIMIT:
        raise too_large("-", LIST_LIMIT)
    return content
