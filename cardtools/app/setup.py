"""Set a game up for a number of players: what is taken out, put aside and dealt, and what is left in the pile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardtools.app.desk import Desk
from cardtools.errors import refuse
from cardtools.legality.formats import resolve
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.formats import Format
from cardtools.model.game import GameInfo
from cardtools.model.rules import FixedRule
from cardtools.model.setup import Setup


@dataclass(frozen=True, slots=True)
class Counted:
    """So many copies of a card, or of all cards of a type."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class SetupPlan:
    """A game set up, counted.

    Attributes:
        players: None where the game's cards do not depend on it.
        pack: Cards played with before anything is dealt; None where there is no fixed pack, as with decks of one's own.
        taken_out: What of the box stays out.
        aside: Cards of the pack put aside before dealing, and shuffled into the pile afterwards.
        given: Cards handed to each player before dealing.
        own: Cards outside the pack that each player gets.
        dealt: Cards dealt to each player; ``in_hand`` counts those given too.
        pile: Cards left to draw; None where the number of players or the pack is not known.
    """

    setup: Setup
    players: int | None
    pack: int | None
    taken_out: tuple[Counted, ...]
    aside: tuple[Counted, ...]
    given: tuple[Counted, ...]
    own: tuple[Counted, ...]
    dealt: int | None
    in_hand: int | None
    pile: int | None


def set_up(desk: Desk, game: str, players: int | None, variant: str | None = None) -> tuple[GameInfo, SetupPlan]:
    """Return how a game is set up for ``players``; ``variant`` is the id of a setup, the first that fits if absent.

    Raises:
        CardtoolsError: ``usage.no-setup``; ``usage.unknown-setup``; ``usage.players`` where the game is not for so
            many, the pack has no cards for so many, or the number is needed and missing.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    setups = desk.library.setups(game)
    if not setups:
        raise refuse("usage.no-setup", game=game)
    if variant is not None:
        known = ", ".join(one.id for one in setups)
        setups = tuple(one for one in setups if one.id == variant)
        if not setups:
            raise refuse("usage.unknown-setup", setup=variant, known=known)
    setup = _choose(setups, info, players)
    file = desk.catalog.cards(info)
    cards = file.cards if file else ()
    formats = desk.catalog.formats(game)
    return info, _count(setup, players, cards, formats, info, desk.language)


def _choose(setups: tuple[Setup, ...], info: GameInfo, players: int | None) -> Setup:
    fitting = [one for one in setups if players is None or _is_for(one, players)]
    least = min((one.min_players for one in setups if one.min_players is not None), default=info.players.min)
    most = max((one.max_players for one in setups if one.max_players is not None), default=info.players.max)
    if not fitting or (players is None and len({(one.min_players, one.max_players) for one in setups}) > 1):
        wording = "usage.players.missing" if players is None else None
        raise refuse("usage.players", wording=wording, game=info.id, least=least or 1, most=most or "–")
    return fitting[0]


def _is_for(setup: Setup, players: int) -> bool:
    least, most = setup.min_players, setup.max_players
    return (least is None or players >= least) and (most is None or players <= most)


def _count(
    setup: Setup,
    players: int | None,
    cards: tuple[Card, ...],
    formats: tuple[Format, ...],
    info: GameInfo,
    language: str,
) -> SetupPlan:
    names = {card.id: text_in(card.name, language) for card in cards}
    types = {kind.id: text_in(kind.name, language) for kind in info.types}
    taken_out: tuple[Counted, ...] = ()
    pack: int | None = None
    fixed: FixedRule | None = None
    if setup.format is not None:
        rules = resolve(setup.format, formats).rules
        fixed = next((rule for rule in rules if isinstance(rule, FixedRule)), None)
    if fixed is not None:
        contents = fixed.contents(cards)
        outside = set(setup.own)  # cards that are never part of the pack are not "taken out" of it
        pack = sum(contents.values())
        taken_out = tuple(
            Counted(names[card.id], card.copies - contents.get(card.id, 0))
            for card in cards
            if contents.get(card.id, 0) < card.copies and card.type not in outside
        )
    dealt = setup.hand.value if setup.hand else None
    given = sum(setup.given.values())
    in_hand = None if dealt is None else dealt + given
    pile: int | None = None
    if pack is not None and players is not None and in_hand is not None:
        spare = pack - sum(setup.aside.values()) - setup.opening
        if players * in_hand > spare:
            raise refuse("usage.players", game=info.id, least=info.players.min or 1, most=spare // max(1, in_hand))
        pile = pack - players * in_hand - setup.opening
    return SetupPlan(
        setup=setup,
        players=players,
        pack=pack,
        taken_out=taken_out,
        aside=_named(setup.aside, names),
        given=_named(setup.given, names),
        own=_named(setup.own, types),
        dealt=dealt,
        in_hand=in_hand,
        pile=pile,
    )


def _named(counts: Mapping[str, int], names: Mapping[str, str]) -> tuple[Counted, ...]:
    return tuple(Counted(names.get(one, one), count) for one, count in counts.items())
