"""Step 6: the strongest pet acts, and no other (rulebook: Pets)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from cardtools.games.panda.ledger import ZERO, Ledger, TrickValue, unsure
from cardtools.games.panda.trick import Play, Trick


def takes_over(pet: Play | None) -> bool:
    """Return whether a pet acts in place of steps 3 and 4 (our ruling on the crocodile)."""
    return pet is not None and pet.card.id == "crocodile"


def step_6_pets(ledger: Ledger, trick: Trick, highest: Play, value: TrickValue) -> None:
    """Let the strongest pet act, if there is one, and put down that the others do nothing."""
    acting = trick.pet
    if acting is None:
        return
    for play in trick.of_type("pet"):
        if play is not acting:
            strongest = (("strongest", (acting.card.id,)),)
            ledger.add(play.player, play.card.id, ZERO, "pet-idle", play, details=strongest)
    if (act := _ACTS.get(acting.card.id)) is not None:
        act(ledger, trick, acting, highest, value)


def _monkey(ledger: Ledger, trick: Trick, acting: Play, _highest: Play, value: TrickValue) -> None:
    """Hand on the trick's value; that a dragon's takes the place of the number's here as well is our ruling."""
    target = trick.target or ""
    ledger.add(acting.player, "monkey", ZERO, "monkey-own", acting, holder=target)
    certainty = unsure("ruling" if value.base.type == "dragon" else "printed")
    ledger.add(target, "monkey", value.points, "monkey", acting, value=value, certainty=certainty)


def _tiger(ledger: Ledger, _trick: Trick, acting: Play, _highest: Play, _value: TrickValue) -> None:
    total = ledger.number("tiger-total")
    lost = total - ledger.totals[acting.player]
    ledger.add(acting.player, "tiger", lost, "tiger", acting, details=(("total", str(total)),))


def _crocodile(ledger: Ledger, trick: Trick, acting: Play, highest: Play, value: TrickValue) -> None:
    """Give everyone else the trick's value once, in place of steps 3 and 4; only the envoy still deducts."""
    ledger.add(acting.player, "crocodile", ZERO, "crocodile-own", acting)
    for play in trick.plays:
        if play is highest and play.is_envoy:
            ledger.add(play.player, "taker", -value.points, "crocodile-envoy", play, value=value, certainty="ruling")
        elif play is not acting:
            ledger.add(play.player, "crocodile", value.points, "crocodile", acting, value=value, certainty="ruling")


def _panda(ledger: Ledger, _trick: Trick, acting: Play, _highest: Play, _value: TrickValue) -> None:
    fact = ledger.facts["panda-points"]
    each = Fraction(fact.value or 0)
    ledger.add(acting.player, "panda", each, "panda", acting, each=each, certainty=unsure(fact.certainty))


_Act = Callable[[Ledger, Trick, Play, Play, TrickValue], None]
_ACTS: Final[Mapping[str, _Act]] = MappingProxyType(
    {"monkey": _monkey, "tiger": _tiger, "crocodile": _crocodile, "panda": _panda}
)
