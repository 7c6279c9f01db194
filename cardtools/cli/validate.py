"""``cardtools validate``: deck lists in, verdicts out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from cardtools.app.desk import Desk
from cardtools.app.tables import TableOf
from cardtools.app.validation import Validator
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.project import own
from cardtools.cli.terms import terms_from
from cardtools.cli.told import (
    csv_line,
    echo_json,
    finding_json,
    finding_line,
    printable,
    read_stdin,
    tell_warnings,
)
from cardtools.legality.table import TableVerdict
from cardtools.model.deck import STATUSES, Unchecked, Verdict
from cardtools.model.finding import Finding, bounded
from cardtools.words.catalog import Words

SCHEMA = "cardtools.report/1"
_PACK: Final = ("deck.fixed-missing", "deck.fixed-surplus", "deck.fixed-foreign")


@click.command(
    cls=TranslatedCommand,
    help="Check deck lists against a format.\n\nEvery problem is told at once, with its line. "
    "LIST is a text, CSV, XLSX, YAML, JSON or .cod file, or - for standard input.",
)
@click.argument("lists", metavar="LIST...", nargs=-1, required=True)
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option("-f", "--format", "formats", multiple=True, metavar="FORMAT", help="Deck format; may stand twice.")
@click.option("--pool", type=click.Path(path_type=Path), metavar="FILE", help="Card pool, raw or imported.")
@click.option(
    "--players", type=click.IntRange(1, 99), metavar="N", help="How many play; chooses the format for so many."
)
@click.option("--on", "day", metavar="DATE", help="Day of play, such as 2025-04-05, for rules with dates; else today.")
@click.option("--choose", "choices", multiple=True, metavar="K=V", help="What the players agreed on; may stand twice.")
@click.option("--table", type=click.Path(path_type=Path), metavar="FILE", help="Who is at war with whom, as YAML.")
@click.option("--strict", is_flag=True, help="Take warnings for errors.")
@click.option("--exit-zero", is_flag=True, help="Leave with 0 even where there are findings.")
@common_options
def validate(
    lists: tuple[str, ...],
    game: str,
    formats: tuple[str, ...],
    pool: Path | None,
    players: int | None,
    day: str | None,
    choices: tuple[str, ...],
    table: Path | None,
    strict: bool,
    exit_zero: bool,
    settings: Settings,
) -> int:
    """Print the verdict on every list and return the exit code."""
    desk = Desk.open(settings.language, settings.data)
    terms = terms_from(players, day, choices)
    validator = Validator.prepare(desk, game, own("formats", formats) or (), own("pool", pool), terms)
    decks = TableOf(validator, table)
    named = desk.names_of(validator.info)
    tell_warnings(validator.pool_findings, desk.words)
    counts: dict[str, int] = dict.fromkeys(STATUSES, 0)
    shown = _Shown(desk.words, named, settings.report, validator)
    for deck, verdicts in validator.judge_each(lists, read_stdin(lists), settings.encoding):
        for verdict in verdicts:
            counts[verdict.status] += 1
            shown.verdict(verdict)
        decks.seat(deck, verdicts[0])
    together = decks.verdict()
    shown.end(counts, len(lists), together, decks.format.id if decks.format else "")
    statuses = [status for status, count in counts.items() if count]
    return _exit_code([*statuses, *([together.status] if together else [])], strict=strict, exit_zero=exit_zero)


class _Shown:
    """Prints verdicts in the form asked for, each as it comes; JSON is one document at the end."""

    def __init__(self, words: Words, named: Mapping[str, str], report: str, validator: Validator) -> None:
        self._words = words
        self._named = named
        self._report = report
        self._game = validator.info.id
        self._pool = [finding for finding in validator.pool_findings if finding.severity != "info"]
        self._results: list[dict[str, Any]] = []
        self._chosen = {one.id: validator.chosen(one.id) for one in validator.formats}
        self._days = {one.id: validator.day(one.id) for one in validator.formats}
        self._packs = {one.id for one in validator.formats if any(rule.kind == "fixed" for rule in one.rules)}
        if report == "csv":
            click.echo("path,deck,format,status,line,code,message")

    def verdict(self, verdict: Verdict) -> None:
        if self._report in ("json", "jsonl"):
            result = verdict_json(verdict, self._words, self._named)
            day = self._days[verdict.format]
            result |= {"choices": self._chosen[verdict.format], "on": None if day is None else day.isoformat()}
            if self._report == "json":
                self._results.append(result)
            else:
                echo_json({"schema": SCHEMA, "game": self._game, **result})
        elif self._report == "csv":
            head = [verdict.path, verdict.deck, verdict.format, verdict.status]
            for line in self._csv(head, bounded(verdict.findings)):
                click.echo(line)
        else:
            for finding in bounded(verdict.findings):
                click.echo(self._line(finding))
            click.echo(self._summary(verdict))

    def end(self, counts: Mapping[str, int], decks: int, table: TableVerdict | None, format_id: str) -> None:
        findings = () if table is None else table.findings
        told = [finding_json(finding, self._words, self._named) for finding in findings]
        document = {} if table is None else {"table": {"format": format_id, "status": table.status, "findings": told}}
        if self._pool:
            document = {**document, "pool": {"findings": [finding_json(one, self._words) for one in self._pool]}}
        if self._report == "json":
            summary = {"decks": decks, "results": len(self._results), **counts}
            whole = {"schema": SCHEMA, "game": self._game, "summary": summary, "results": self._results, **document}
            echo_json(whole)
        elif table is None:
            return
        elif self._report == "jsonl":
            echo_json({"schema": SCHEMA, "game": self._game, **document})
        elif self._report == "csv":
            for line in self._csv(["", self._words.text("report.table"), format_id, table.status], findings):
                click.echo(line)
        else:
            for finding in findings:
                click.echo(finding_line(finding, self._words, self._named))
            status = self._words.text(f"status.{table.status}")
            click.echo(f"{self._words.text('report.table')}: [{format_id}] {status}")

    def _csv(self, head: list[str], findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            message = self._words.message(finding, self._named)
            yield csv_line([*head, finding.location.line, finding.code, message])
        if not findings:
            yield csv_line([*head, "", "", ""])

    def _line(self, finding: Finding) -> str:
        """Return a finding as a line; the words of a card of a fixed pack say all of it but its other lines."""
        if finding.code not in _PACK:
            return finding_line(finding, self._words, self._named)
        line = finding_line(finding.model_copy(update={"cards": ()}), self._words, self._named)
        lines = [str(place.line) for card in finding.cards for place in card.where]
        return f"{line} – {self._words.text('found.lines', lines=', '.join(lines))}" if len(lines) > 1 else line

    def _summary(self, verdict: Verdict) -> str:
        words = self._words
        parts = [words.text(f"status.{verdict.status}")]
        if verdict.counts:
            zones = [f"{self._named.get(f'zone:{zone}', zone)} {n}" for zone, n in verdict.counts.items() if n]
            parts.append(", ".join(zones) or "0")
        if verdict.format in self._packs and verdict.status != "unreadable":
            parts.append(self._pack(verdict))
        if verdict.opening_hand is not None:
            parts.append(f"{words.text('report.hand')} {verdict.opening_hand}")
        if verdict.unchecked:
            facts = dict.fromkeys(one.fact for one in verdict.unchecked)
            rules = ", ".join(self._named.get(f"fact:{fact}", fact) for fact in facts)
            parts.append(words.text("report.as-far", rules=rules))
        if day := self._days[verdict.format]:
            parts.append(words.text("report.on", day=day.isoformat()))
        if chosen := self._chosen[verdict.format]:
            choices = ", ".join(f"{key}={value}" for key, value in chosen.items())
            parts.append(words.text("report.chosen", choices=choices))
        return printable(f"{verdict.path}: [{verdict.format}] {'; '.join(parts)}")

    def _pack(self, verdict: Verdict) -> str:
        """Return whether the pack is complete, else how many cards are missing, too many and foreign."""
        off = dict.fromkeys(_PACK, 0)
        for finding in verdict.findings:
            if finding.code in off:
                off[finding.code] += abs(int(finding.params["surplus"]))
        if verdict.status in ("legal", "legal-with-warnings"):
            return self._words.text("report.pack-complete")
        missing, surplus, foreign = off.values()
        return self._words.text("report.pack", missing=missing, surplus=surplus, foreign=foreign)


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
        "findings": [finding_json(finding, words, named) for finding in bounded(verdict.findings)],
    }


def _why(unchecked: Unchecked, words: Words, named: Mapping[str, str]) -> str:
    return words.text("unchecked.why", fact=named.get(f"fact:{unchecked.fact}", unchecked.fact))


def _exit_code(statuses: Sequence[str], *, strict: bool, exit_zero: bool) -> int:
    if "unreadable" in statuses:
        return 2
    fine = {"legal"} if strict else {"legal", "legal-with-warnings"}
    return 1 if set(statuses) - fine and not exit_zero else 0
