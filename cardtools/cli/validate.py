"""``cardtools validate``: deck lists in, verdicts out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from cardtools.app.desk import Desk
from cardtools.app.validation import Validator
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import (
    csv_line,
    echo_json,
    finding_json,
    finding_line,
    printable,
    read_stdin,
    tell_warnings,
)
from cardtools.model.deck import STATUSES, Unchecked, Verdict
from cardtools.words.catalog import Words

SCHEMA = "cardtools.report/1"


@click.command(
    cls=TranslatedCommand,
    help="Check deck lists against a format.\n\nEvery problem is told at once, with its line. "
    "LIST is a text or CSV file, or - for standard input.",
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option("-f", "--format", "formats", multiple=True, metavar="FORMAT", help="Deck format; may stand twice.")
@click.option("--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool, raw or imported.")
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@click.option("--exit-zero", is_flag=True, help="Leave with 0 even where there are findings.")
@common_options
def validate(
    lists: tuple[str, ...],
    game: str,
    formats: tuple[str, ...],
    pool: Path | None,
    strict: bool,
    exit_zero: bool,
    settings: Settings,
) -> int:
    """Print the verdict on every list and return the exit code."""
    desk = Desk.open(settings.language, settings.data)
    validator = Validator.prepare(desk, game, formats, pool)
    named = desk.names_of(validator.info)
    tell_warnings(validator.pool_findings[:20], desk.words)
    verdicts = validator.judge_files(lists, read_stdin(lists), settings.encoding)
    counts: dict[str, int] = dict.fromkeys(STATUSES, 0)
    shown = _Shown(desk.words, named, settings.report, game)
    for verdict in verdicts:
        counts[verdict.status] += 1
        shown.verdict(verdict)
    shown.end(counts, len(lists))
    return _exit_code(counts, strict=strict, exit_zero=exit_zero)


class _Shown:
    """Prints verdicts in the form asked for, each as it comes; JSON is one document at the end."""

    def __init__(self, words: Words, named: Mapping[str, str], report: str, game: str) -> None:
        self._words = words
        self._named = named
        self._report = report
        self._game = game
        self._results: list[dict[str, Any]] = []
        if report == "csv":
            click.echo("path,deck,format,status,line,code,message")

    def verdict(self, verdict: Verdict) -> None:
        if self._report == "json":
            self._results.append(verdict_json(verdict, self._words, self._named))
        elif self._report == "jsonl":
            echo_json({"schema": SCHEMA, "game": self._game, **verdict_json(verdict, self._words, self._named)})
        elif self._report == "csv":
            for line in self._csv(verdict):
                click.echo(line)
        else:
            for finding in verdict.findings:
                click.echo(finding_line(finding, self._words, self._named))
            click.echo(self._summary(verdict))

    def end(self, counts: Mapping[str, int], decks: int) -> None:
        if self._report == "json":
            summary = {"decks": decks, "results": len(self._results), **counts}
            echo_json({"schema": SCHEMA, "game": self._game, "summary": summary, "results": self._results})

    def _csv(self, verdict: Verdict) -> Iterator[str]:
        head = [verdict.path, verdict.deck, verdict.format, verdict.status]
        for finding in verdict.findings:
            message = self._words.message(finding, self._named)
            yield csv_line([*head, finding.location.line, finding.code, message])
        if not verdict.findings:
            yield csv_line([*head, "", "", ""])

    def _summary(self, verdict: Verdict) -> str:
        words = self._words
        parts = [words.text(f"status.{verdict.status}")]
        if verdict.counts:
            zones = [f"{self._named.get(f'zone:{zone}', zone)} {n}" for zone, n in verdict.counts.items() if n]
            parts.append(", ".join(zones) or "0")
        if verdict.opening_hand is not None:
            parts.append(f"{words.text('report.hand')} {verdict.opening_hand}")
        if verdict.unchecked:
            facts = dict.fromkeys(one.fact for one in verdict.unchecked)
            rules = ", ".join(self._named.get(f"fact:{fact}", fact) for fact in facts)
            parts.append(words.text("report.as-far", rules=rules))
        return printable(f"{verdict.path}: [{verdict.format}] {'; '.join(parts)}")


def verdict_json(verdict: Verdict, words: Words, named: Mapping[str, str]) -> dict[str, Any]:
    """Return one result as the JSON contract has it."""
    return {
        "path": verdict.path,
        "deck": verdict.deck,
        "format": verdict.format,
        "status": verdict.status,
        "counts": dict(verdict.counts),
        "opening_hand": verdict.opening_hand,
        "starting_life": verdict.starting_life,
        "unchecked": [{"rule": one.rule, "why": _why(one, words, named)} for one in verdict.unchecked],
        "findings": [finding_json(finding, words, named) for finding in verdict.findings],
    }


def _why(unchecked: Unchecked, words: Words, named: Mapping[str, str]) -> str:
    return words.text("unchecked.why", fact=named.get(f"fact:{unchecked.fact}", unchecked.fact))


def _exit_code(counts: Mapping[str, int], *, strict: bool, exit_zero: bool) -> int:
    if counts["unreadable"]:
        return 2
    warned = strict and counts["legal-with-warnings"]
    bad = counts["illegal"] or counts["undetermined"] or counts["incomplete"] or warned
    return 1 if bad and not exit_zero else 0
