"""The arithmetic of a sheet as people write it, for messages that say why something does not fit."""

from __future__ import annotations


def sum_of(
    count: int, card_mm: float, bleed_mm: float, gap_mm: float, halves: int, paper_mm: float, margin_mm: float
) -> str:
    """Return why so many cards in a row are too wide (or too high in a column) for the paper.

    Args:
        count: Cards side by side.
        card_mm: One trimmed card.
        bleed_mm: What is printed beyond each of its edges.
        gap_mm: Paper between two bleeds; there is none at a fold.
        halves: 2 where a fold runs through the middle of the cards, else 1.
        paper_mm: The paper in that direction.
        margin_mm: What the printer cannot print at either end.

    >>> sum_of(3, 63, 3, 0, 1, 210, 5)
    '3 × (63 + 2 × 3) = 207 mm > 210 − 2 × 5 = 200 mm'
    >>> sum_of(1, 201, 0, 0, 1, 210, 0)
    '201 mm > 210 mm'
    """
    card = f"{card_mm:g} + 2 × {bleed_mm:g}" if bleed_mm else f"{card_mm:g}"
    if count > 1:
        card = f"{count} × ({card})" if bleed_mm else f"{count} × {card}"
    gaps = count - halves
    if gaps > 0 and gap_mm:
        card += f" + {gaps} × {gap_mm:g}" if gaps > 1 else f" + {gap_mm:g}"
    total = count * (card_mm + 2 * bleed_mm) + max(0, gaps) * gap_mm
    needed = f"{card} mm" if card == f"{total:g}" else f"{card} = {_plain(total)} mm"
    room = (
        f"{paper_mm:g} − 2 × {margin_mm:g} = {_plain(paper_mm - 2 * margin_mm)} mm" if margin_mm else f"{paper_mm:g} mm"
    )
    return f"{needed} > {room}"


def _plain(length_mm: float) -> str:
    return f"{round(length_mm, 2):g}"
