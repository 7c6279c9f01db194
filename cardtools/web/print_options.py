"""Fields of print forms: what a document may be asked for, and what a browser sent, brought within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, get_args

from cardtools.app.desk import Desk
from cardtools.app.form_parts import FormOptions
from cardtools.app.print_options import GEOMETRY, NO_SHIFT, SheetOptions, for_profile
from cardtools.errors import CardtoolsError
from cardtools.imposition.selection import parse_numbers
from cardtools.model.base import text_in
from cardtools.model.printing import Backs, CardSizes, Marks, Orientation, Papers, Shift
from cardtools.store.print_profiles import profile, profiles
from cardtools.store.printers import known_printers, printer, shift_of
from cardtools.store.yaml_files import load, read_yaml

Kind = Literal["choice", "number", "tick", "text"]

LANGUAGE_NAMES: Final = {"hu": "magyar", "en": "English", "pl": "polski", "cs": "čeština", "sk": "slovenčina"}
"""What languages call themselves."""
_MOST_LETTERS: Final = 200
_ONE_FILE: Final = ("sheets", "one-up")
"""Outputs of profiles that are one file; the others are pictures."""
_WHOLE: Final = ("copies", "players", "rounds", "dpi")


@dataclass(frozen=True, slots=True)
class Option:
    """An option as a field of a form.

    Attributes:
        values: Of a choice, with its own words where it has any; "" is what the document takes by itself.
        least: Of a number, inclusive.
        most: Of a number, inclusive.
        finer: Whether it stands among the finer options, which most people leave alone.
    """

    name: str
    kind: Kind
    default: str = ""
    values: tuple[tuple[str, str], ...] = ()
    least: float = 0
    most: float = 0
    finer: bool = False

    @property
    def step(self) -> str:
        """The step of a number."""
        return "1" if self.name in _WHOLE else "0.01"

    def checked(self, sent: str) -> str:
        """Return what was sent where it is within bounds, else what the document takes by itself."""
        if self.kind == "choice":
            return sent if sent in (value for value, _ in self.values) else self.default
        if self.kind == "tick":
            return "1" if sent == "1" else ""
        if self.kind == "text":
            return sent[:_MOST_LETTERS]
        number = as_number(sent)
        return self.default if number is None else f"{min(self.most, max(self.least, number)):g}"


def choice(name: str, default: str, values: Iterable[str], *, finer: bool = False) -> Option:
    """Return a choice among names that are their own words, or have words by ``web.option.<name>.<value>``."""
    return Option(name, "choice", default, tuple((value, "") for value in values), finer=finer)


def number(name: str, most: float, default: str = "", *, least: float = 0, finer: bool = False) -> Option:
    """Return a number within bounds, both inclusive; lengths are millimetres."""
    return Option(name, "number", default, (), least, most, finer)


def tick(name: str, *, finer: bool = False) -> Option:
    """Return a yes or no, no by itself."""
    return Option(name, "tick", finer=finer)


def papers(desk: Desk, *, finer: bool = False) -> Option:
    """Return the choice of a paper."""
    return choice("paper", "a4", _sizes(desk, Papers, "papers.yaml"), finer=finer)


def sheet_options(desk: Desk) -> tuple[Option, ...]:
    """Return what sheets of cards may be asked for."""
    makers = tuple((one.id, text_in(one.name, desk.language)) for one in profiles(desk.catalog.folders))
    return (
        papers(desk),
        Option("profile", "choice", "", (("", ""), *makers)),
        choice("backs", "long", get_args(Backs)),
        choice("marks", "crop", get_args(Marks)),
        tick("economy"),
        number("copies", 999, least=1, finer=True),
        Option("only", "text", finer=True),
        choice("card_size", "", ("", *_sizes(desk, CardSizes, "card_sizes.yaml")), finer=True),
        choice("orientation", "auto", get_args(Orientation), finer=True),
        number("gap_mm", 50, "0", finer=True),
        number("bleed_mm", 10, "0", finer=True),
        number("margin_mm", 50, "5", finer=True),
        Option("sheets", "text", finer=True),
        Option("slots", "text", finer=True),
        *printer_options(),
        tick("draft", finer=True),
        tick("strict", finer=True),
    )


def printer_options() -> tuple[Option, ...]:
    """Return how the backs are moved: for a printer that is kept, or by numbers."""
    try:
        kept = tuple(one.name for one in known_printers())
    except CardtoolsError:  # a broken file of printers is told where one of them is asked for
        kept = ()
    named = (Option("printer", "choice", "", (("", ""), *((name, name) for name in kept)), finer=True),) if kept else ()
    return (
        *named,
        number("shift_x_mm", 20, "0", least=-20, finer=True),
        number("shift_y_mm", 20, "0", least=-20, finer=True),
        number("shift_degrees", 5, "0", least=-5, finer=True),
    )


def shift(sent: Mapping[str, str]) -> Shift:
    """Return how the backs are moved.

    Raises:
        CardtoolsError: ``usage.unknown-printer``.
    """
    if name := sent.get("printer", ""):
        return shift_of(printer(name))
    x, y, degrees = (as_number(sent.get(key, "")) or 0.0 for key in ("shift_x_mm", "shift_y_mm", "shift_degrees"))
    return Shift(x, y, degrees) if (x, y, degrees) != (0, 0, 0) else NO_SHIFT


def as_sheet_options(desk: Desk, sent: Mapping[str, str], images: Path | None = None) -> SheetOptions:
    """Return the options of a run of cards; a maker's profile has a geometry of its own, which goes before.

    Args:
        desk: Profiles.
        sent: Options by name, within their bounds.
        images: A folder of pictures.

    Raises:
        CardtoolsError: For numbers of sheets or slots that are none, an unknown printer, and see for_profile.
    """
    plain: dict[str, Any] = {key: sent[key] for key in ("paper", "backs", "marks", "orientation") if sent.get(key)}
    lengths: dict[str, Any] = {
        key: found for key in ("gap_mm", "bleed_mm", "margin_mm") if (found := as_number(sent.get(key, ""))) is not None
    }
    copies, dpi = (as_number(sent.get(key, "")) for key in ("copies", "dpi"))
    made = SheetOptions(
        **plain,
        **lengths,
        card_size=sent.get("card_size") or None,
        shift=shift(sent),
        sheets=parse_numbers(sent["sheets"]) if sent.get("sheets") else (),
        slots=parse_numbers(sent["slots"]) if sent.get("slots") else (),
        only=tuple(name for one in sent.get("only", "").split(";") if (name := one.strip())),
        copies=None if copies is None else round(copies),
        images=images,
        dpi=round(dpi or SheetOptions().dpi),
        second=sent.get("second") or None,
        economy=sent.get("economy") == "1",
        deck_card=sent.get("deck_card") == "1",
        draft=sent.get("draft") == "1",
        strict=sent.get("strict") == "1",
    )
    if not sent.get("profile"):
        return made
    chosen = profile(desk.catalog.folders, sent["profile"])
    usual = SheetOptions()
    asked = [name for name in GEOMETRY if getattr(made, name, None) != getattr(usual, name, None)]
    if chosen.locked or chosen.output != "sheets":
        asked = []
        made = replace(made, card_size=None, bleed_mm=usual.bleed_mm, shift=NO_SHIFT, sheets=(), slots=(), draft=False)
    return for_profile(made, chosen, asked)


def makes_folder(desk: Desk, sent: Mapping[str, str]) -> bool:
    """Return whether cards of these options become a folder of pictures, and not one file.

    Raises:
        CardtoolsError: For an unknown profile.
    """
    chosen = sent.get("profile")
    return bool(chosen) and profile(desk.catalog.folders, chosen or "").output not in _ONE_FILE


def as_form_options(sent: Mapping[str, str]) -> FormOptions:
    """Return the options of a form."""
    return FormOptions(sent.get("paper") or "a4", strict=sent.get("strict") == "1", draft=sent.get("draft") == "1")


def as_number(written: str) -> float | None:
    """Return a number, None for what is none.

    >>> as_number("3,05"), as_number("nan"), as_number("")
    (3.05, None, None)
    """
    try:
        found = float(written.strip().replace(",", "."))
    except ValueError:
        return None
    return found if abs(found) < 1e6 else None


def _sizes(desk: Desk, model: type[Papers | CardSizes], name: str) -> tuple[str, ...]:
    """Return the ids of papers or card sizes, of the first data folder that names any, as ``store.library`` reads."""
    for folder in desk.catalog.folders:
        path = folder / "print" / name
        if path.is_file():
            found = load(model, read_yaml(path))
            return tuple(size.id for size in (found.papers if isinstance(found, Papers) else found.card_sizes))
    return ()
