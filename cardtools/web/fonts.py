"""The fonts of everything printed, cut down to the letters of pages and packed for browsers."""

from __future__ import annotations

import hashlib
import io
from functools import cache
from typing import Final

from cardtools.store.cache import Cache

CUTS: Final = {"sans-400.woff2": 400, "sans-600.woff2": 600, "sans-900.woff2": 900}
"""The cuts that pages use, by the name they are served under."""

_FAMILY: Final = "Source Sans Pro"
_OURS: Final = "ĄąĆćĘęŁłŃńŚśŹźŻżČčĎďĚěŇňŘřŠšŤťŮůŽžĹĺĽľŔŕŐőŰű–—‘’‚“”„•…‹›←↑→↓−≠≤≥"
_LETTERS: Final = (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, _OURS), 0x202F)
"""The letters of all our languages and the signs of print; a name in other letters shows in the browser's font."""
_FEATURES: Final = ("kern", "locl", "tnum")


@cache
def web_font(name: str) -> bytes:
    """Return a cut of CUTS as WOFF2; the cache keeps it, since it takes a moment to make."""
    from cardtools.render.fonts import FONTS

    path = next(
        font.path for font in FONTS if (font.family, font.weight, font.style) == (_FAMILY, CUTS[name], "normal")
    )
    cache_of_user = Cache.of_user()
    recipe = f"{path.name} {path.stat().st_size} {_LETTERS} {_FEATURES} 1"
    key = f"font-{hashlib.sha256(recipe.encode()).hexdigest()[:32]}"
    kept = cache_of_user.get(key)
    if kept is None:
        kept = _cut(path.read_bytes())
        cache_of_user.put(key, kept)
    return kept


def _cut(content: bytes) -> bytes:
    from fontTools.subset import Options, Subsetter, load_font, save_font

    options = Options(flavor="woff2", layout_features=list(_FEATURES), hinting=False, notdef_outline=True)
    font = load_font(io.BytesIO(content), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=_LETTERS)
    subsetter.subset(font)
    packed = io.BytesIO()
    save_font(font, packed, options)
    return packed.getvalue()
