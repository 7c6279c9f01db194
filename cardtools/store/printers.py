"""The user's printers: by how much each lays backs beside their fronts, kept from one print run to the next.

The file is ``cardtools/printers.yaml`` in ``$XDG_CONFIG_HOME``, else in ``~/.config``.
"""

from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Final

import yaml

from cardtools.errors import refuse
from cardtools.model.printers import Printer, Printers
from cardtools.model.printing import Shift
from cardtools.names.folding import fold
from cardtools.store.files import kind_of, write_whole
from cardtools.store.yaml_files import Document, load, read_yaml

_LIMIT: Final = 200_000
_HEAD: Final = (
    "# How far each printer lays backs beside their fronts: millimetres to the right and upwards, and degrees.\n"
)


def printers_file() -> Path | None:
    """Return where printers are kept, whether or not there is such a file; None where there is no home folder."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    # A relative path there is to be passed over, says the XDG Base Directory Specification.
    if base and Path(base).is_absolute():
        return Path(base) / "cardtools" / "printers.yaml"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    return home / ".config" / "cardtools" / "printers.yaml" if home.is_absolute() else None


def known_printers() -> tuple[Printer, ...]:
    """Return the user's printers in the order of the file; none where there is no file.

    Raises:
        CardtoolsError: Where the file is there and cannot be read or understood.
    """
    path = printers_file()
    if path is None or kind_of(path) == "missing":
        return ()
    return load(Printers, read_yaml(path, _LIMIT)).printers


def printer(name: str) -> Printer:
    """Return a printer by its name; case and accents do not count.

    Raises:
        CardtoolsError: ``usage.unknown-printer`` with the names that there are and those spelled alike.
    """
    by_name = {fold(one.name): one for one in known_printers()}
    found = by_name.get(fold(name))
    if found is not None:
        return found
    close = difflib.get_close_matches(fold(name), by_name, n=2, cutoff=0.5)
    raise refuse(
        "usage.unknown-printer",
        wording=None if by_name else "usage.unknown-printer.none",
        name=name,
        known=", ".join(one.name for one in by_name.values()),
        suggestions=tuple(by_name[one].name for one in close),
    )


def save_printer(name: str, x_mm: float, y_mm: float, degrees: float = 0.0) -> Path:
    """Keep a printer, in place of the one of that name if there is one, and return the file.

    Raises:
        CardtoolsError: ``data.value`` for a name or a number out of bounds, ``file.unwritable`` where the file cannot
            be written or there is no home folder for it; then nothing has changed.
    """
    path = printers_file()
    if path is None:
        raise refuse("file.unwritable", path="printers.yaml", wording="file.unwritable.no-home")
    values = {"name": " ".join(name.split()), "x_mm": f"{x_mm:g}", "y_mm": f"{y_mm:g}", "degrees": f"{degrees:g}"}
    new = load(Printer, Document(Path("printers.yaml"), dict(values), {}))
    kept = [new if fold(one.name) == fold(new.name) else one for one in known_printers()]
    if new not in kept:
        kept.append(new)
    every = Printers(printers=tuple(kept))
    text = yaml.safe_dump(every.model_dump(mode="json"), allow_unicode=True, sort_keys=False)
    write_whole(path, (_HEAD + text).encode())
    return path


def shift_of(printer: Printer) -> Shift:
    """Return how back sheets are moved for a printer."""
    return Shift(printer.x_mm, printer.y_mm, printer.degrees)
