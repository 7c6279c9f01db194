"""Which cards of a run are printed, and how often: some by name, others that are not owned yet, so many copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from cardtools.documents.card_faces import PrintedCard
from cardtools.errors import CardtoolsError
from cardtools.model.card import Card
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding
from cardtools.names.folding import clean, fold


def missing_only(wanted: Iterable[tuple[Card, int]], owned: Mapping[str, int]) -> tuple[tuple[Card, int], ...]:
    """Return the cards and copies that are wanted beyond those owned, in the order of ``wanted``.

    Args:
        wanted: Cards and copies; the copies of a card that stands there twice add up.
        owned: Owned copies by the card's id.

    >>> wanted = [(Card(id="turul", name={"hu": "Turul"}), 3), (Card(id="gnom", name={"hu": "Gnóm"}), 1)]
    >>> [(card.id, copies) for card, copies in missing_only(wanted, {"turul": 1, "gnom": 2})]
    [('turul', 2)]
    """
    left = dict(owned)
    missing: dict[str, tuple[Card, int]] = {}
    for card, count in wanted:
        had = min(left.get(card.id, 0), count)
        left[card.id] = left.get(card.id, 0) - had
        if count > had:
            before = missing.get(card.id, (card, 0))[1]
            missing[card.id] = (card, before + count - had)
    return tuple(missing.values())


def owned_copies(deck: Deck) -> dict[str, int]:
    """Return the copies by card id of a list of owned cards, over all its zones; names nobody knows are none."""
    owned: dict[str, int] = {}
    for slot in deck.slots:
        if slot.card is not None:
            owned[slot.card.id] = owned.get(slot.card.id, 0) + slot.entry.count
    return owned


def only(
    cards: Sequence[PrintedCard], names: Sequence[str], known: Callable[[str], bool] | None = None
) -> tuple[PrintedCard, ...]:
    """Return the cards of these names or ids, in the order they are printed; case and accents do not count.

    Args:
        cards: The cards that would be printed.
        names: Names or ids.
        known: Tells whether there is a card of a name besides ``cards``, which is told then.

    Raises:
        CardtoolsError: ``print.unknown-card`` for each name that no card answers to, with those spelled alike.
    """
    by_word: dict[str, set[int]] = {}
    spelling: dict[str, str] = {}
    for index, card in enumerate(cards):
        for word in (card.front.name, card.front.card_id):
            if word:
                by_word.setdefault(fold(word), set()).add(index)
                spelling.setdefault(fold(word), word)
    unknown = [name for name in names if fold(name) not in by_word]
    if unknown:
        findings = [_left_out(name) if known and known(name) else _unknown(name, spelling) for name in unknown]
        raise CardtoolsError(*findings, exit_code=2)
    chosen = {index for name in names for index in by_word[fold(name)]}
    return tuple(card for index, card in enumerate(cards) if index in chosen)


def copies(cards: Iterable[PrintedCard], count: int) -> tuple[PrintedCard, ...]:
    """Return the cards with ``count`` copies of each, in place of as many as they are in the deck or the box."""
    return tuple(replace(card, copies=count) for card in cards)


def _left_out(name: str) -> Finding:
    params: dict[str, str | int] = {"name": clean(name)[:80]}
    return Finding(code="print.unknown-card", wording="print.unknown-card.left-out", params=params, effect="none")


def _unknown(name: str, spelling: Mapping[str, str]) -> Finding:
    from rapidfuzz import fuzz, process

    hits = process.extract(fold(name), spelling.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=60)
    alike = tuple(spelling[word] for word, _, _ in hits)
    return Finding(code="print.unknown-card", params={"name": clean(name)[:80]}, suggestions=alike, effect="none")
