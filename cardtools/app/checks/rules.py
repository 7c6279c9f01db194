"""Formats and setups under check: what they name exists, and fixed packs add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardtools.app.checks.folder import Folder
from cardtools.errors import CardtoolsError
from cardtools.legality.formats import resolve
from cardtools.model.finding import Finding
from cardtools.model.formats import DropRule, FixedRule, Rule, Selector
from cardtools.store.yaml_files import DataPath

FORMATS = "formats.yaml"
SETUP = "setup.yaml"


def check_formats(folder: Folder) -> Iterator[Finding]:
    """Yield what is wrong with the deck formats of a game."""
    info, formats = folder.game.info, folder.game.formats
    if info.default_format and info.default_format not in {one.id for one in formats}:
        yield folder.finding("game.yaml", ("default_format",), "data.reference", name=info.default_format)
    zones = {zone.id for zone in info.zones}
    for number, one in enumerate(formats):
        try:
            resolve(one.id, formats)
        except CardtoolsError as error:
            first = error.findings[0]
            yield folder.finding(FORMATS, ("formats", number, "extends"), first.code, "error", **first.params)
        for index, rule in enumerate(one.rules):
            if isinstance(rule, DropRule):
                continue
            where = ("formats", number, "rules", index)
            for zone in rule.zones:
                if zone not in zones:
                    yield folder.finding(FORMATS, (*where, "zones"), "data.reference", name=zone)
            yield from _check_rule(folder, rule, where)


def check_setups(folder: Folder) -> Iterator[Finding]:
    """Yield what is wrong with the setups of a game."""
    formats = {one.id for one in folder.game.formats}
    for number, setup in enumerate(folder.game.setups):
        where = ("setups", number)
        if setup.format is not None and setup.format not in formats:
            yield folder.finding(SETUP, (*where, "format"), "data.reference", name=setup.format)
        for key in ("aside", "given"):
            yield from _missing(folder, SETUP, (*where, key), getattr(setup, key), folder.cards)
        yield from _missing(folder, SETUP, (*where, "own"), setup.own, [kind.id for kind in folder.game.info.types])


def _check_rule(folder: Folder, rule: Rule, where: DataPath) -> Iterator[Finding]:
    selector = getattr(rule, "select", None)
    if isinstance(selector, Selector):
        yield from _check_selector(folder, selector, (*where, "select"))
    if isinstance(rule, FixedRule):
        kinds = [kind.id for kind in folder.game.info.types]
        yield from _missing(folder, FORMATS, (*where, "without"), rule.without, folder.cards)
        yield from _missing(folder, FORMATS, (*where, "without_types"), rule.without_types, kinds)
        total = sum(rule.contents(folder.cards.values()).values())
        if total != rule.total:
            yield folder.finding(FORMATS, (*where, "total"), "data.total", actual=total, expected=rule.total)


def _check_selector(folder: Folder, selector: Selector, where: DataPath) -> Iterator[Finding]:
    """A selector names types, colours, marks and cards that the game has: else it could never match."""
    info = folder.game.info
    yield from _missing(folder, FORMATS, (*where, "type"), selector.type, [one.id for one in info.types])
    yield from _missing(folder, FORMATS, (*where, "colour"), selector.colour, [one.id for one in info.colours])
    yield from _missing(folder, FORMATS, (*where, "mark"), selector.mark, [one.id for one in info.marks])
    yield from _missing(folder, FORMATS, (*where, "card"), selector.card, folder.cards)
    if selector.exclude is not None:
        yield from _check_selector(folder, selector.exclude, (*where, "exclude"))


def _missing(
    folder: Folder, file: str, where: DataPath, named: Iterable[str], known: Iterable[str]
) -> Iterator[Finding]:
    there = set(known)
    for name in named:
        if name not in there:
            yield folder.finding(file, where, "data.reference", name=name)
