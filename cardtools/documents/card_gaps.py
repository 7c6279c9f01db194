"""Texts of cards that are not there in the language asked for: they print in another, and that is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cardtools.documents.card_faces import PrintedCard
from cardtools.model.finding import Finding


def text_gaps(cards: Iterable[PrintedCard]) -> Iterator[Finding]:
    """Yield a warning for each language that texts fall back to, with how many cards do, copies counted.

    Names are not told of: many a game is played with the names it came with.
    """
    fallen: Counter[tuple[str, str]] = Counter()
    for card in cards:
        face = card.front
        if face.text_lang and not face.picture:
            fallen[face.lang, face.text_lang] += card.copies
    for (language, used), count in fallen.items():
        params: dict[str, str | int] = {"count": count, "language": language, "used": used}
        yield Finding(
            code="language.gap", wording="language.gap.texts", severity="warning", effect="none", params=params
        )
