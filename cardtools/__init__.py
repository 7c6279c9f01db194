"""cardtools: validate decks, score rounds and print reference sheets and cards for tabletop card games."""

from __future__ import annotations

__version__ = "0.1.0"
