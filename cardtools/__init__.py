"""cardtools: validate decks, score rounds and print reference sheets and cards for tabletop card games.

The names below are what other programs may build on. Each is loaded when it is first used, so that ``import
cardtools`` costs nothing; see docs/developers.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cardtools.app.decks import Builder as Builder
    from cardtools.app.desk import Desk as Desk
    from cardtools.app.print_cards import print_cards as print_cards
    from cardtools.app.print_options import Printed as Printed
    from cardtools.app.print_options import SheetOptions as SheetOptions
    from cardtools.app.print_prototypes import print_prototypes as print_prototypes
    from cardtools.app.print_proxies import print_proxies as print_proxies
    from cardtools.app.print_reference import print_reference as print_reference
    from cardtools.app.scores import score_file as score_file
    from cardtools.app.setup import set_up as set_up
    from cardtools.app.spoken_rounds import score_words as score_words
    from cardtools.app.validation import Terms as Terms
    from cardtools.app.validation import Validator as Validator
    from cardtools.errors import CardtoolsError as CardtoolsError
    from cardtools.model.deck import Verdict as Verdict
    from cardtools.model.finding import Finding as Finding
    from cardtools.model.scoring import Scoresheet as Scoresheet

__version__ = "0.1.0"

_PUBLIC: Final = {
    "Builder": "app.decks",
    "CardtoolsError": "errors",
    "Desk": "app.desk",
    "Finding": "model.finding",
    "Printed": "app.print_options",
    "Scoresheet": "model.scoring",
    "SheetOptions": "app.print_options",
    "Terms": "app.validation",
    "Validator": "app.validation",
    "Verdict": "model.deck",
    "print_cards": "app.print_cards",
    "print_prototypes": "app.print_prototypes",
    "print_proxies": "app.print_proxies",
    "print_reference": "app.print_reference",
    "score_file": "app.scores",
    "score_words": "app.spoken_rounds",
    "set_up": "app.setup",
}
"""Where each public name lives."""

__all__ = ["__version__", *_PUBLIC]

if not TYPE_CHECKING:  # type checkers would take any name for one of ours

    def __getattr__(name: str) -> Any:
        """Load a public name when it is first used."""
        if name not in _PUBLIC:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *_PUBLIC})
