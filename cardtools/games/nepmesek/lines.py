"""Lines of the breakdown: every card in front of a player, and every one in the hand, with what it counts and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from cardtools.games.nepmesek.best import turned
from cardtools.games.nepmesek.melds import Meld
from cardtools.games.nepmesek.rules import HUSSAR, LAZY, MUG, PALACE, TWO_FACED, Rules
from cardtools.model.base import Certainty
from cardtools.model.scoring import ScoreLine

_WITHOUT_JOKER: Final = {"group": "score.why.group", "row": "score.why.row", "single": "score.why.single"}
_WITH_JOKER: Final = {"group": "score.why.group.joker", "row": "score.why.row.joker"}
_WITH_MUG: Final = {"group": "score.why.group.mug", "row": "score.why.row.mug"}


@dataclass(frozen=True, slots=True)
class Counted:
    """A card that lies against its player, or would if the hand were laid down, and what it counts."""

    card: str
    points: int


def meld_lines(player: str, meld: Meld, rules: Rules) -> Iterator[ScoreLine]:
    """Yield the line of a meld, and one for the bonus of a complete row."""
    cards = tuple(str(rules.values[one]) if _plain(one, rules) else one for one in meld.cards)
    details: tuple[tuple[str, str | tuple[str, ...]], ...] = (("cards", cards),)
    if meld.stands_for is not None:
        details = (*details, ("value", f"{meld.stands_for:+}"))
    yield ScoreLine(
        player, meld.kind, len(cards), Fraction(meld.points), _why(meld), meld.joker,
        details=details, certainty=_certainty(meld, rules),
    )  # fmt: skip
    if meld.bonus:
        yield ScoreLine(
            player, "complete", 1, Fraction(meld.bonus), "score.why.complete",
            details=(("total", str(meld.total)), ("sum", str(meld.points))),
        )  # fmt: skip


def _why(meld: Meld) -> str:
    whys = _WITH_MUG if meld.joker == MUG else _WITH_JOKER if meld.joker else _WITHOUT_JOKER
    return whys[meld.kind]


def _plain(card: str, rules: Rules) -> bool:
    return rules.cards[card].type == "positive"


def _certainty(meld: Meld, rules: Rules) -> Certainty:
    """Return how sure a meld is: pictures are not told, and the Mug in a complete row is not spoken of."""
    alike = meld.kind == "group" and sum(_plain(one, rules) for one in meld.cards) > 1
    broken = meld.joker == MUG and PALACE in meld.cards and len(meld.cards) == rules.number("complete-row-length")
    return "ruling" if alike or broken else "printed"


def negative_lines(player: str, counted: Sequence[Counted], rules: Rules, held: bool = False) -> Iterator[ScoreLine]:
    """Yield a line for all equal cards that count against the player, laid down or ``held`` to the end."""
    for (one, points), count in Counter((one.card, one.points) for one in counted).items():
        category = rules.categories.get(rules.cards[one].type or "", "negative")
        why = "score.why.laid-from-hand" if held else "score.why.two-faced" if one in TWO_FACED else "score.why.tally"
        yield ScoreLine(player, category, count, Fraction(points * count), why, one, Fraction(points))


def hussar_line(player: str, on: Counted) -> ScoreLine:
    """Return the line of the Hussar: what it changes on the card that it was put on."""
    return ScoreLine(
        player, "hussar", 1, Fraction(turned(on.points)), "score.why.hussar", HUSSAR,
        details=(("before", f"{on.points:+}"), ("after", f"{-on.points:+}")),
        certainty="ruling" if on.card in TWO_FACED else "printed",
    )  # fmt: skip


def discarded_lines(player: str, cards: Sequence[str], rules: Rules) -> Iterator[ScoreLine]:
    """Yield a line for all equal cards that are discarded from the hand at the end and count nothing."""
    for one, count in Counter(cards).items():
        told = str(rules.values[one]) if _plain(one, rules) else one
        yield ScoreLine(
            player, "discarded", count, Fraction(0), "score.why.discarded", details=(("cards", (told,)),)
        )  # fmt: skip


def laid_line(player: str, count: int) -> ScoreLine:
    """Return the line that tells how many cards lie in front of a player, where that parts equal totals."""
    return ScoreLine(player, "cards-laid", count, Fraction(0), "score.why.cards-laid", certainty="ruling")


def counts_against(card: str, rules: Rules) -> int | None:
    """Return what the Lazy Girl, or a card that has two faces, counts outside a meld; None for any other card."""
    if card == LAZY:
        return rules.number(LAZY)
    return -rules.number(card) if card in TWO_FACED else None
