"""Options of what lies on sheets of cards: as fields of a form, and as the app is asked for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

from cardtools.app.desk import Desk
from cardtools.app.form_parts import FormOptions
from cardtools.app.print_options import GEOMETRY, NO_SHIFT, SheetOptions, for_profile
from cardtools.errors import CardtoolsError
from cardtools.imposition.offsets import MOST_DEGREES
from cardtools.imposition.selection import parse_numbers
from cardtools.model.base import text_in
from cardtools.model.printing import Backs, Marks, Orientation, Shift
from cardtools.store.print_profiles import profile, profiles
from cardtools.store.printers import known_printers, printer, shift_of
from cardtools.web.print_fields import Option, as_number, as_whole, choice, number, numbers, tick

LANGUAGE_NAMES: Final = {"hu": "magyar", "en": "English", "pl": "polski", "cs": "čeština", "sk": "slovenčina"}
"""What languages call themselves."""
_ONE_FILE: Final = ("sheets", "one-up")
"""Outputs of profiles that are one file; the others are pictures."""
_GEOMETRY: Final = {"back_offset": ("shift_x_mm", "shift_y_mm"), "back_rotate": ("shift_degrees",)}
"""The fields of what ``GEOMETRY`` has under another name."""
_ENCODINGS: Final = (
    ("utf-8", "UTF-8"),
    ("cp1250", "Windows-1250"),
    ("iso8859-2", "ISO 8859-2"),
    ("cp852", "DOS CP852"),
    ("mac-latin2", "Mac Latin 2"),
    ("cp1252", "Windows-1252"),
    ("iso8859-15", "ISO 8859-15"),
    ("utf-16", "UTF-16"),
)
"""What files come in where it is told: Unicode, and what Central and Western Europe wrote in before."""


def papers(desk: Desk, *, finer: bool = False) -> Option:
    """Return the choice of a paper."""
    return choice("paper", "a4", (one.id for one in desk.library.papers()), finer=finer)


def sheet_options(desk: Desk) -> tuple[Option, ...]:
    """Return what sheets of cards may be asked for."""
    makers = tuple((one.id, text_in(one.name, desk.language)) for one in profiles(desk.catalog.folders))
    return (
        papers(desk),
        Option("profile", "choice", "", (("", desk.words.text("web.option.profile.none")), *makers)),
        choice("backs", "long", get_args(Backs)),
        choice("marks", "crop", get_args(Marks)),
        tick("economy"),
        number("copies", 999, least=1, finer=True),
        Option("only", "text", finer=True),
        choice("card_size", "", ("", *(one.id for one in desk.library.card_sizes())), finer=True),
        choice("orientation", "auto", get_args(Orientation), finer=True),
        number("gap_mm", 50, "0", finer=True),
        number("bleed_mm", 10, "0", finer=True),
        number("margin_mm", 50, "5", finer=True),
        numbers("sheets", finer=True),
        numbers("slots", finer=True),
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
    return Option("printer", "choice", "", (("", ""), *((name, name) for name in kept)), finer=True), *shift_options()


def shift_options() -> tuple[Option, ...]:
    """Return by how much backs are moved, in mm, and turned, in degrees."""
    return (
        number("shift_x_mm", 20, least=-20, finer=True),
        number("shift_y_mm", 20, least=-20, finer=True),
        number("shift_degrees", MOST_DEGREES, least=-MOST_DEGREES, finer=True),
    )


def offset_options() -> tuple[Option, ...]:
    """Return how far a printer misses, as fields of the form that keeps one: ``x_mm``, ``y_mm``, ``degrees``."""
    return tuple(replace(one, name=one.name.removeprefix("shift_")) for one in shift_options())


def encoding() -> Option:
    """Return the encoding of files that are sent; by itself it is UTF-8, else CP1250 with a warning."""
    return Option("encoding", "choice", "", (("", ""), *_ENCODINGS), finer=True)


def shift(sent: Mapping[str, str]) -> Shift:
    """Return how the backs are moved: as the printer needs, but for what a number says.

    Raises:
        CardtoolsError: ``usage.unknown-printer``.
    """
    named = sent.get("printer", "")
    found = shift_of(printer(named)) if named else NO_SHIFT
    fields = {"x_mm": "shift_x_mm", "y_mm": "shift_y_mm", "degrees": "shift_degrees"}
    said = {key: number for key, field in fields.items() if (number := as_number(sent.get(field, ""))) is not None}
    return replace(found, **said)


def as_sheet_options(desk: Desk, sent: Mapping[str, str], images: Path | None = None) -> SheetOptions:
    """Return the options of a run of cards: field before profile before what is usual.

    Args:
        desk: Profiles.
        sent: Options by name, as ``checked`` gave them.
        images: A folder of pictures.

    Raises:
        CardtoolsError: For an unknown printer; see for_profile, for a field that says otherwise than its maker.
    """
    plain: dict[str, Any] = {key: sent[key] for key in ("paper", "backs", "marks", "orientation") if sent.get(key)}
    lengths: dict[str, Any] = {
        key: found for key in ("gap_mm", "bleed_mm", "margin_mm") if (found := as_number(sent.get(key, ""))) is not None
    }
    made = SheetOptions(
        **plain,
        **lengths,
        card_size=sent.get("card_size") or None,
        shift=shift(sent),
        sheets=parse_numbers(sent["sheets"]) if sent.get("sheets") else (),
        slots=parse_numbers(sent["slots"]) if sent.get("slots") else (),
        only=tuple(name for one in sent.get("only", "").split(";") if (name := one.strip())),
        copies=as_whole(sent.get("copies", "")),
        images=images,
        dpi=as_whole(sent.get("dpi", "")) or SheetOptions().dpi,
        second=sent.get("second") or None,
        economy=sent.get("economy") == "1",
        deck_card=sent.get("deck_card") == "1",
        draft=sent.get("draft") == "1",
        strict=sent.get("strict") == "1",
    )
    if not sent.get("profile"):
        return made
    chosen = profile(desk.catalog.folders, sent["profile"])
    usual = {one.name: one.default for one in sheet_options(desk)}
    fields = {name: _GEOMETRY.get(name, (name,)) for name in GEOMETRY}
    called = {name: desk.words.text(f"web.option.{of_it[0]}") for name, of_it in fields.items()}
    asked = [name for name, of_it in fields.items() if any(sent.get(one, "") not in ("", usual[one]) for one in of_it)]
    return for_profile(made, chosen, asked, called)


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
