"""Small builders of models for tests: only what a test is about has to be said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pytest

from cardtools.errors import CardtoolsError
from cardtools.imposition.grid import GridSpec
from cardtools.imposition.plan import NO_SHIFT, Faces, Group, impose_groups
from cardtools.legality.check import judge, look_up
from cardtools.model.card import Card
from cardtools.model.deck import Deck, DeckList, Entry, Verdict
from cardtools.model.finding import Finding
from cardtools.model.formats import Format, OpeningHand
from cardtools.model.game import CardMark, CardType, Colour, GameInfo, Players, Source, Zone
from cardtools.model.printing import Backs, Imposition, Marks, Shift
from cardtools.model.rules import Rule
from cardtools.names.folding import fold
from cardtools.names.index import NameIndex
from cardtools.store.deck_lists.grammar import Grammar

SOURCE = "book: Rules"
"""A source that every game made here knows."""

ZONES = (
    Zone(id="main", name={"hu": "Pakli", "en": "Main deck"}, headings=("pakli", "fő pakli", "main deck")),
    Zone(
        id="side",
        name={"hu": "Kiegészítő pakli", "en": "Side deck"},
        headings=("kiegészítő", "kiegészítő pakli", "sideboard", "side deck"),
        prefixes=("SB:", "KP:"),
    ),
    Zone(id="rule", name={"hu": "Szabálylap", "en": "Rule card"}, headings=("szabálylap", "rule card")),
    Zone(id="follower", name={"hu": "Követő", "en": "Follower"}, headings=("követő", "követők", "followers")),
)
COLOURS = (
    Colour(id="raia", name={"hu": "Raia", "en": "Raia"}, letter="r", aliases=("Katona Klán",)),
    Colour(id="tharr", name={"hu": "Tharr", "en": "Tharr"}, letter="t", aliases=("Tisztogató Klán",)),
    Colour(id="leah", name={"hu": "Leah", "en": "Leah"}, letter="l", aliases=("Halhatatlan Klán",)),
    Colour(id="chara-din", name={"hu": "Chara-din", "en": "Chara-din"}, letter="c", aliases=("Mutáns Klán",)),
    Colour(id="colourless", name={"hu": "Színtelen", "en": "Colourless"}, letter="n", aliases=("klánnélküli",)),
)
TYPES = (
    CardType(id="monster", name={"hu": "szörny", "en": "monster"}),
    CardType(id="trap", name={"hu": "bűbáj", "en": "trap spell"}, aliases=("bűbáj lényre",)),
    CardType(id="follower", name={"hu": "követő", "en": "follower"}),
    CardType(id="rule-card", name={"hu": "szabálylap", "en": "rule card"}),
)
MARKS = (
    CardMark(id="divine", name={"hu": "isteni", "en": "divine"}),
    CardMark(id="epic", name={"hu": "epikus", "en": "epic"}),
)
FACTS = frozenset({"colours", "type", "divine", "epic", "max_copies"})
"""Everything that rules of these tests ask of a pool."""


def card(
    name: str,
    *,
    id: str | None = None,  # noqa: A002 - the model's own word
    type: str | None = "monster",  # noqa: A002 - the model's own word
    colours: tuple[str, ...] | None = ("raia",),
    marks: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    tokens: tuple[str, ...] = (),
    copies: int = 1,
    max_copies: int | None = None,
    unknown: tuple[str, ...] = (),
    english: str | None = None,
) -> Card:
    """Return a card; its id is its folded name unless given."""
    names = {"hu": name} if english is None else {"hu": name, "en": english}
    return Card(
        id=id or fold(name).replace(" ", "-"),
        name=names,
        type=type,
        colours=colours,
        marks=marks,
        aliases=aliases,
        tokens=tokens,
        copies=copies,
        max_copies=max_copies,
        unknown=unknown,
    )


def game_info(
    id: str = "toy",  # noqa: A002 - the model's own word
    *,
    zones: tuple[Zone, ...] = ZONES,
    default_format: str | None = None,
) -> GameInfo:
    """Return a small game with four zones, four gods and four types."""
    return GameInfo(
        id=id,
        name={"hu": "Játék", "en": "Toy"},
        publisher="Nobody",
        notice={"en": "Nobody's trademark."},
        edition={"en": "first"},
        sources={"book": Source(title="Rules")},
        languages=("hu", "en"),
        players=Players(min=2, source=SOURCE),
        default_format=default_format,
        colours=COLOURS,
        types=TYPES,
        marks=MARKS,
        zones=zones,
    )


def format_of(
    *rules: Rule,
    id: str = "toy",  # noqa: A002 - the model's own word
    extends: str | None = None,
    opening_hand: OpeningHand | None = None,
    starting_life: int | None = None,
) -> Format:
    """Return a format of these rules."""
    return Format(
        id=id,
        name={"en": id},
        extends=extends,
        rules=rules,
        opening_hand=opening_hand,
        starting_life=starting_life,
    )


Line = tuple[int, Card | str] | tuple[int, Card | str, str]
"""A line of a deck: how many, a card (or a name nobody knows), and the zone, which is ``main`` where not given."""


def deck_of(*lines: Line, findings: tuple[Finding, ...] = (), headers: Mapping[str, str] | None = None) -> Deck:
    """Return a deck with one line for each of ``lines``, numbered from 1."""
    cards: dict[str, Card] = {}
    entries: list[Entry] = []
    for number, (count, what, *zone) in enumerate(lines, start=1):
        name = what if isinstance(what, str) else next(iter(what.name.values()))
        if isinstance(what, Card):
            cards[what.id] = what
        entries.append(Entry(number, 1, count, name, zone[0] if zone else "main"))
    listing = DeckList("deck.txt", tuple(entries), headers or {}, findings)
    return look_up(listing, NameIndex(cards.values()))


def verdict_of(
    rules: Format,
    *lines: Line,
    facts: frozenset[str] = FACTS,
    box: tuple[Card, ...] = (),
    info: GameInfo | None = None,
) -> Verdict:
    """Return the verdict of a format on a deck of these lines."""
    return judge(deck_of(*lines), rules, info or game_info(), facts, box)


def grammar_of(*names: str, zones: tuple[Zone, ...] = ZONES) -> Grammar:
    """Return the grammar of lists in a game whose cards have these names."""
    return Grammar(zones, NameIndex(card(name, id=f"c{n}") for n, name in enumerate(names)).knows)


def refused(call: Callable[[], object]) -> tuple[Finding, ...]:
    """Return why ``call`` cannot go on; fail where it can."""
    with pytest.raises(CardtoolsError) as caught:
        call()
    return caught.value.findings


def codes(findings: Iterable[Finding]) -> list[str]:
    """Return the codes of findings, in order."""
    return [finding.code for finding in findings]


def places(findings: Iterable[Finding]) -> list[tuple[str, int | None, int | None]]:
    """Return code, line and column of findings, in order."""
    return [(finding.code, finding.location.line, finding.location.column) for finding in findings]


def impose(
    cards: Sequence[Faces],
    spec: GridSpec,
    backs: Backs,
    marks: Marks,
    shift: Shift = NO_SHIFT,
    first_slots: Sequence[int] = (),
) -> Imposition:
    """Lay cards of one size out on sheets."""
    return impose_groups((Group(cards, spec),), backs, marks, shift, first_slots)
