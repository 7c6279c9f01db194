"""Formats, setups and scoring under check: what they name exists, and fixed packs add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardtools.app.checks.folder import Folder
from cardtools.model.finding import Finding
from cardtools.model.formats import Format
from cardtools.model.rules import (
    DistinctRule,
    DropRule,
    FixedRule,
    ForbidRule,
    PickRule,
    Rule,
    Selector,
    SubsetRule,
)
from cardtools.store.yaml_files import DataPath

FORMATS = "formats.yaml"
SETUP = "setup.yaml"
SCORING = "scoring.yaml"


def check_formats(folder: Folder) -> Iterator[Finding]:
    """Yield what is wrong with the deck formats of a game."""
    info, formats = folder.game.info, folder.game.formats
    if info.default_format and info.default_format not in {one.id for one in formats}:
        yield folder.finding("game.yaml", ("default_format",), "data.reference", name=info.default_format)
    zones = [zone.id for zone in info.zones]
    by_id = {one.id: one for one in formats}
    for number, one in enumerate(formats):
        place: DataPath = ("formats", number)
        # Told where it is written: formats that extend a broken one are not broken themselves.
        if one.extends is not None and one.extends not in by_id:
            parts = {"format": one.id, "parent": one.extends}
            yield folder.finding(FORMATS, (*place, "extends"), "data.unknown-parent", **parts)
        elif _in_a_ring(one, by_id):
            yield folder.finding(FORMATS, (*place, "extends"), "data.cyclic-format", format=one.id)
        for index, rule in enumerate(one.rules):
            if isinstance(rule, DropRule):
                continue
            where = (*place, "rules", index)
            yield from _missing(folder, FORMATS, (*where, "zones"), rule.zones, zones)
            yield from _check_rule(folder, rule, where)
        yield from _check_start(folder, one, place, zones)


def _check_start(folder: Folder, one: Format, place: DataPath, zones: Iterable[str]) -> Iterator[Finding]:
    """Yield what the opening hand, the life at the start and the table of a format name that does not exist."""
    if (opening := one.opening_hand) is not None:
        where = (*place, "opening_hand")
        yield from _missing(folder, FORMATS, (*where, "less_zones"), opening.less_zones, zones)
        for key, selector in (("keep", opening.keep), ("printed", opening.printed)):
            if selector is not None:
                yield from _check_selector(folder, selector, (*where, key))
    for index, life in enumerate(one.life):
        where = (*place, "life", index)
        yield from _missing(folder, FORMATS, (*where, "zones"), life.zones, zones)
        yield from _check_selector(folder, life.select, (*where, "select"))
    if one.table is not None:
        colours = [colour.id for colour in folder.game.info.colours]
        yield from _missing(folder, FORMATS, (*place, "table", "free"), one.table.free, colours)


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


def check_scoring(folder: Folder) -> Iterator[Finding]:
    """Yield the card types that scoring categories name and the game does not have."""
    scoring, kinds = folder.game.scoring, [kind.id for kind in folder.game.info.types]
    for index, category in enumerate(scoring.categories if scoring else ()):
        yield from _missing(folder, SCORING, ("categories", index, "types"), category.types, kinds)


def _in_a_ring(one: Format, formats: Mapping[str, Format]) -> bool:
    """Return whether a format extends itself, by way of others or not."""
    seen: set[str] = set()
    current = one.extends
    while current is not None and current in formats and current not in seen:
        if current == one.id:
            return True
        seen.add(current)
        current = formats[current].extends
    return False


def _check_rule(folder: Folder, rule: Rule, where: DataPath) -> Iterator[Finding]:
    selector = getattr(rule, "select", None)
    if isinstance(selector, Selector):
        yield from _check_selector(folder, selector, (*where, "select"))
    if isinstance(rule, DistinctRule | SubsetRule):
        colours = [colour.id for colour in folder.game.info.colours]
        yield from _missing(folder, FORMATS, (*where, "free"), rule.free, colours)
    if isinstance(rule, ForbidRule | PickRule):
        yield from _missing(folder, FORMATS, (*where, "cards"), rule.cards, folder.cards)
    if isinstance(rule, PickRule):
        there = sum(card.copies for one, card in folder.cards.items() if one in rule.cards)
        if rule.max > there and set(rule.cards) <= set(folder.cards):
            yield folder.finding(FORMATS, (*where, "max"), "data.total", actual=there, expected=rule.max)
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
