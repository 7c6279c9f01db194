"""Cards of a pool as they are told: a line, a block of facts, JSON, or a CSV row; unknown facts are said."""

from __future__ import annotations

from typing import Any, Final

from cardtools.app.desk import Desk
from cardtools.app.pools import OpenPool
from cardtools.cli.told import printable
from cardtools.model.base import text_in
from cardtools.model.card import Card

FACTS: Final = (
    "type", "colours", "cost", "damage", "life", "text", "subtypes", "rarity", "marks",
    "max_copies", "opening_hand", "starting_life", "released", "value", "points",
)  # fmt: skip
"""Facts of a card in the order they are told."""
CSV_HEAD: Final = "id,name,type,colours,cost,damage,life,rarity,marks"


class CardsTold:
    """Tells cards of one pool in the words of one language."""

    def __init__(self, desk: Desk, opened: OpenPool) -> None:
        self._words = desk.words
        self._language = desk.language
        self._opened = opened
        self._named = desk.names_of(opened.info)
        self._marks = tuple(mark.id for mark in opened.info.marks)

    def name(self, card: Card) -> str:
        """Return a card's name in the language spoken, else in the language of its game."""
        return text_in(card.name, self._language if self._language in card.name else self._opened.info.languages[0])

    def line(self, card: Card) -> str:
        """Return a card in one line: id, name, colours and type, numbers."""
        known = [self._shown(card, fact) for fact in ("colours", "type", "cost") if self._value(card, fact)]
        if card.damage is not None or card.life is not None:
            known.append("/".join("?" if number is None else str(number) for number in (card.damage, card.life)))
        return f"{one_line(card.id)}  {one_line(self.name(card))}" + (f" ({', '.join(known)})" if known else "")

    def block(self, card: Card) -> str:
        """Return everything known of a card, a line a fact; what is not known is said."""
        unknown = self.unknown(card)
        lines = [f"{one_line(self.name(card))} [{one_line(card.id)}]"]
        others = [spelling for spelling in card.spellings if spelling != self.name(card)]
        if others:
            lines.append(self._labelled("aliases", "; ".join(others)))
        for fact in self._told_facts():
            if self._value(card, fact):
                lines.append(self._labelled(fact, self._shown(card, fact)))
            elif fact != "marks":
                told = self._words.text("pool.fact-unknown" if fact in unknown else "pool.fact-none")
                lines.append(self._labelled(fact, told))
        if open_marks := [self._named.get(f"fact:{mark}", mark) for mark in self._marks if mark in unknown]:
            lines.append(self._words.text("pool.marks-unknown", marks=", ".join(open_marks)))
        return "\n".join(lines)

    def json(self, card: Card) -> dict[str, Any]:
        """Return a card as the JSON contract has it: every key is there; null is none, or ``unknown`` names it."""
        facts = {fact: getattr(card, fact) for fact in FACTS}
        return {
            "id": card.id,
            "name": dict(card.name),
            "aliases": list(card.aliases),
            **{key: list(value) if isinstance(value, tuple) else value for key, value in facts.items()},
            "text": dict(card.text),
            "released": None if card.released is None else card.released.isoformat(),
            "unknown": self.unknown(card),
        }

    def cells(self, card: Card) -> list[object]:
        """Return a card as a CSV row, see CSV_HEAD; lists have blanks between."""
        lists = (" ".join(card.colours or ()), " ".join(card.marks))
        cells: tuple[object, ...] = (
            card.id, self.name(card), card.type, lists[0], card.cost, card.damage, card.life, card.rarity, lists[1],
        )  # fmt: skip
        return [one_line(cell) if isinstance(cell, str) else cell for cell in cells]

    def unknown(self, card: Card) -> list[str]:
        """Return the facts and marks that are not known of a card."""
        facts = [fact for fact in FACTS if fact != "marks"]
        return [fact for fact in (*facts, *self._marks) if not self._opened.is_known(card, fact)]

    def _told_facts(self) -> list[str]:
        """Return the facts that cards of this pool have at all, so that no game tells of what it does not know."""
        carried = self._opened.facts | {"type", "colours"}
        cards = self._opened.cards
        return [fact for fact in FACTS if fact in carried or any(self._value(card, fact) for card in cards)]

    @staticmethod
    def _value(card: Card, fact: str) -> bool:
        return getattr(card, fact) not in (None, (), {})

    def _labelled(self, fact: str, told: str) -> str:
        return f"  {self._words.text(f'label.card.{fact}')}: {printable(told)}"

    def _shown(self, card: Card, fact: str) -> str:
        value = getattr(card, fact)
        if fact == "text":
            return text_in(value, self._language).replace("\n", "\n    ")
        kind = {"type": "type", "colours": "colour", "marks": "fact"}.get(fact)
        items = value if isinstance(value, tuple) else (value,)
        return one_line(", ".join(self._named.get(f"{kind}:{item}", str(item)) for item in items))


def one_line(text: str) -> str:
    """Return ``text`` without signs that steer a terminal or break the line."""
    return printable(text).replace("\n", " ")
