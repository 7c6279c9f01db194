"""Tokens in the texts of cards that stand for no drawing: they are printed as they stand, and that is told."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.inline import ICON
from cardtools.model.finding import Finding, Location

_TOKEN: Final = re.compile(r"(?<!\{)\{[^\W_][\w:.+/-]{0,39}\}(?!\})")
"""A word in braces; what has blanks, or more braces, is text."""
_NOWHERE: Final = Location()
_ALIKE: Final = 3


def unknown_tokens(name: str, text: str, icons: Collection[str], where: Location = _NOWHERE) -> Iterator[Finding]:
    """Yield a warning for each token of a text that stands for no drawing, each once.

    Args:
        name: Of the card.
        text: Its text.
        icons: The drawings that ``{icon:NAME}`` may name there.
        where: The row of the card.

    >>> [one.params["token"] for one in unknown_tokens("Turul", "{icon:sun} {icon:sum} {vp} {{ x }} {}", {"sun"})]
    ['{icon:sum}', '{vp}']
    """
    for token in dict.fromkeys(_TOKEN.findall(text)):
        match = ICON.fullmatch(token)
        if match is None or match["icon"] not in icons:
            params = {"name": name[:60], "token": token}
            yield Finding(
                code="print.unknown-icon",
                severity="warning",
                effect="none",
                params=params,
                location=where,
                suggestions=_alike(token, icons),
            )


def unknown_tokens_on(cards: Iterable[PrintedCard]) -> Iterator[Finding]:
    """Yield a warning for each token on cards of a game, whose texts name no drawings."""
    for card in cards:
        face = card.front
        texts = (face.text or "", face.second.text if face.second else "")
        if not face.picture and any("{" in text for text in texts):
            yield from unknown_tokens(face.name, "\n".join(texts), ())


def _alike(token: str, icons: Collection[str]) -> tuple[str, ...]:
    """Return the tokens that a user may have meant, the likeliest first."""
    if not icons:
        return ()
    from rapidfuzz import fuzz, process

    name = token.strip("{}").lower().removeprefix("icon:")
    hits = process.extract(name, sorted(icons), scorer=fuzz.ratio, limit=_ALIKE, score_cutoff=60)
    return tuple(f"{{icon:{found}}}" for found, _, _ in hits)
