"""Worked examples under check: every rule of every format has a deck that keeps it and one that breaks it.

Decks lie in ``decks/``; a folder below it with a ``pool.json`` holds decks of that pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardtools.app.checks.folder import Folder
from cardtools.app.desk import Desk
from cardtools.app.validation import Validator
from cardtools.errors import CardtoolsError
from cardtools.legality.formats import resolve
from cardtools.model.finding import Finding
from cardtools.store.files import LIST_LIMIT, read_bytes


def check_examples(folder: Folder, desk: Desk) -> Iterator[Finding]:
    """Yield a warning for each rule that no deck keeps, or none breaks."""
    info, formats = folder.game.info, folder.game.formats
    if not formats or folder.game.cards is None:
        return
    kept: set[tuple[str, str]] = set()
    broken: set[tuple[str, str]] = set()
    for deck, pool in _decks(folder):
        try:
            validator = Validator.prepare(desk, info.id, [one.id for one in formats], pool)
            verdicts = validator.judge(read_bytes(deck, LIST_LIMIT), str(deck))
        except CardtoolsError as error:
            yield from error.findings
            continue
        for verdict in verdicts:
            unchecked = {one.rule for one in verdict.unchecked if one.fact != "max_copies"}
            found = {
                finding.rule: finding.effect != "undetermined"
                for finding in sorted(verdict.findings, key=lambda one: one.effect != "undetermined")
                if finding.rule and finding.severity != "info"
            }
            for rule in resolve(verdict.format, formats).rules:
                if rule.id in found:  # a deck that nobody can judge neither keeps a rule nor breaks it
                    broken.update([(verdict.format, rule.id)] if found[rule.id] else [])
                elif rule.id not in unchecked and verdict.status != "unreadable":
                    kept.add((verdict.format, rule.id))
    for number, one in enumerate(formats):
        own = {rule.id: index for index, rule in enumerate(one.rules) if rule.kind != "drop"}
        for rule_id, index in own.items():
            where = ("formats", number, "rules", index)
            heirs = [heir.id for heir in formats if _inherits(heir.id, one.id, folder)]
            for told, decks in (("keeps", kept), ("breaks", broken)):
                if not any((heir, rule_id) in decks for heir in heirs):
                    yield folder.finding("formats.yaml", where, f"data.no-deck-{told}", "warning", rule=rule_id)


def _inherits(format_id: str, ancestor: str, folder: Folder) -> bool:
    by_id = {one.id: one for one in folder.game.formats}
    current: str | None = format_id
    while current is not None and current in by_id:
        if current == ancestor:
            return True
        current = by_id[current].extends
    return False


def _decks(folder: Folder) -> Iterator[tuple[Path, Path | None]]:
    """Yield every deck of the game with the pool it is of; None is the game's own cards."""
    for root in folder.library.folders:
        decks = root / "games" / folder.game.info.id / "decks"
        for path in sorted(decks.rglob("*.txt")):
            pool = path.parent / "pool.json"
            yield path, pool if pool.is_file() else None
