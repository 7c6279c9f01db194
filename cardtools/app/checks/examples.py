"""Worked examples under check: every rule of every format has a deck that keeps it and one that breaks it.

Decks lie in ``decks/``; those below a folder with a ``pool.json`` are of that pool. A deck may say in comments what it
is judged by: ``# format: classic``, ``# choose: customizable=2``, ``# on: 2025-04-30``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from cardtools.app.checks.folder import Folder
from cardtools.app.desk import Desk
from cardtools.app.validation import Terms, Validator
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.formats import resolve
from cardtools.model.deck import Verdict
from cardtools.model.finding import Finding
from cardtools.model.rules import Rule, day_of
from cardtools.store.files import LIST_LIMIT, read_bytes

POOL = "pool.json"


@dataclass(frozen=True, slots=True)
class Example:
    """A deck in ``decks/`` with what it is judged by.

    Attributes:
        pool: None for the game's own cards.
        formats: The one that the deck names, or none.
    """

    path: Path
    content: bytes
    pool: Path | None
    formats: tuple[str, ...]
    terms: Terms

    @classmethod
    def read(cls, path: Path, decks: Path) -> Example:
        """Read a deck somewhere below ``decks``.

        Raises:
            CardtoolsError: For an unreadable file, or a day that is none.
        """
        content = read_bytes(path, LIST_LIMIT)
        formats: list[str] = []
        choices: dict[str, str] = {}
        day: date | None = None
        for line in content.decode("utf-8", errors="replace").splitlines():
            key, colon, value = (part.strip() for part in line.removeprefix("#").partition(":"))
            if not line.startswith("#") or not colon or not value:
                continue
            if key == "format":
                formats.append(value)
            elif key == "choose":
                name, _, chosen = value.partition("=")
                choices[name.strip()] = chosen.strip()
            elif key == "on":
                day = _day(value, path)
        folders = [folder for folder in path.parents if folder.is_relative_to(decks)]
        pool = next((folder / POOL for folder in folders if (folder / POOL).is_file()), None)
        return cls(path, content, pool, tuple(formats), Terms(on=day, choices=choices))


def _day(written: str, path: Path) -> date:
    try:
        return day_of(written)
    except ValueError as error:
        raise refuse("usage.date", path=path, value=written[:40]) from error


def check_examples(folder: Folder, desk: Desk) -> Iterator[Finding]:
    """Yield a warning for each rule that no deck keeps, or none breaks."""
    formats = folder.game.formats
    if not formats or folder.game.cards is None:
        return
    kept: set[tuple[str, str]] = set()
    broken: set[tuple[str, str]] = set()
    resolved = {one.id: resolve(one.id, formats).rules for one in formats}
    for verdict in _verdicts(folder, desk):
        if isinstance(verdict, Finding):
            yield verdict
            continue
        for rule in resolved[verdict.format]:
            if (is_kept := _keeps(verdict, rule)) is not None:
                (kept if is_kept else broken).add((verdict.format, rule.id))
    for number, one in enumerate(formats):
        own = {rule.id: index for index, rule in enumerate(one.rules) if rule.kind != "drop"}
        for rule_id, index in own.items():
            where = ("formats", number, "rules", index)
            heirs = [heir.id for heir in formats if _inherits(heir.id, one.id, rule_id, folder)]
            for what, told in (("keeps", kept), ("breaks", broken)):
                if not any((heir, rule_id) in told for heir in heirs):
                    yield folder.finding("formats.yaml", where, f"data.no-deck-{what}", "warning", rule=rule_id)


def _verdicts(folder: Folder, desk: Desk) -> Iterator[Verdict | Finding]:
    """Yield the verdicts of every format on every deck, or what is wrong with a deck that has none."""
    game, formats = folder.game.info.id, tuple(one.id for one in folder.game.formats)
    validators: dict[object, Validator] = {}
    for path, decks in _decks(folder):
        try:
            example = Example.read(path, decks)
            names = example.formats or formats
            asked = (example.pool, names, example.terms.on, tuple(example.terms.choices.items()))
            if asked not in validators:
                validators[asked] = Validator.prepare(desk, game, names, example.pool, example.terms)
            verdicts = validators[asked].judge(example.content, str(path))
        except CardtoolsError as error:
            yield from error.findings
            continue
        for verdict in verdicts:
            yield from verdict.findings if verdict.status == "unreadable" else (verdict,)


def _keeps(verdict: Verdict, rule: Rule) -> bool | None:
    """Return whether a deck keeps a rule; None where nobody can say."""
    told = [finding for finding in verdict.findings if finding.rule == rule.id]
    if any(finding.code != "deck.undetermined" and finding.effect != "undetermined" for finding in told):
        return False
    hazy = told or any(one.rule == rule.id and one.fact != "max_copies" for one in verdict.unchecked)
    empty = any(finding.code == "deck.empty" for finding in verdict.findings)
    # A tip is not looked at where something is wrong.
    tip = getattr(rule, "severity", None) == "info"
    untold = tip and any(finding.severity == "error" for finding in verdict.findings)
    return None if hazy or empty or untold else True


def _inherits(format_id: str, ancestor: str, rule_id: str, folder: Folder) -> bool:
    """Return whether a format has the rule of ``ancestor``, and none of its own in place of it."""
    by_id = {one.id: one for one in folder.game.formats}
    current: str | None = format_id
    while current is not None and current in by_id:
        if current == ancestor:
            return True
        if any(rule.id == rule_id for rule in by_id[current].rules):
            return False
        current = by_id[current].extends
    return False


def _decks(folder: Folder) -> Iterator[tuple[Path, Path]]:
    """Yield every deck of the game with the folder ``decks`` it lies in."""
    for root in folder.library.folders:
        decks = root / "games" / folder.game.info.id / "decks"
        for path in sorted(decks.rglob("*.txt")):
            yield path, decks
