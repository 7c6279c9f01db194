"""The calibration pages of a printer, and what was read from them kept under its name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed
from cardtools.app.print_output import check_pdf, checked, write_pdf
from cardtools.app.print_run import OUTPUT, document_language, templates
from cardtools.words.catalog import Words

if TYPE_CHECKING:
    from cardtools.model.printers import Printer
    from cardtools.model.printing import Shift

_PAGES = 3


@dataclass(frozen=True, slots=True)
class KeptPrinter:
    """A printer that was kept, and the file it stands in."""

    printer: Printer
    path: Path


def print_calibration(
    desk: Desk,
    output: Path | None,
    paper: str = "a4",
    backs: Literal["long", "short"] = "long",
    *,
    landscape: bool = False,
    shift: Shift | None = None,
    preview: bool = False,
) -> Printed:
    """Print the two sides of the alignment sheet, and a sheet of rulers.

    Args:
        desk: Papers and language.
        output: The file to write; in ``output`` where it is absent.
        paper: Id of the paper.
        backs: The edge that the printer turns it over.
        landscape: Whether the paper lies on its side.
        shift: A shift found earlier, to see whether it is right.
        preview: Whether pictures of its pages are written, too.

    Raises:
        CardtoolsError: ``usage.unknown-paper``, ``file.unwritable``, or what preflight found.
    """
    desk.check_language()
    size = desk.library.paper(paper)
    language, gap = document_language(desk, ("en", "hu"), "calibration")
    variant = "".join(("-landscape" if landscape else "", "-short" if backs == "short" else ""))
    path = output or OUTPUT / f"calibration-{size.id}{variant}-{language}.pdf"
    check_pdf(path, desk, preview=preview)
    from cardtools.render.calibration import render_calibration
    from cardtools.render.preflight import check_fonts, check_pages

    words = Words(language)
    pdf = render_calibration(size, backs, templates(), words, landscape=landscape, shift=shift)
    findings = checked((*check_fonts(pdf), *check_pages(pdf, _PAGES)))
    shown = write_pdf(path, pdf, preview=preview)
    return Printed(
        path,
        _PAGES,
        findings=(*gap, *findings),
        document="calibration",
        language=language,
        title=words.text("document.calibration"),
        preview=shown,
        paper=size.id,
    )


def keep_printer(name: str, x_mm: float, y_mm: float, degrees: float = 0.0) -> KeptPrinter:
    """Keep how far a printer misses, as it was read from the calibration page; see Shift for the directions.

    Raises:
        CardtoolsError: See save_printer.
    """
    from cardtools.store.printers import printer, save_printer

    path = save_printer(name, x_mm, y_mm, degrees)
    return KeptPrinter(printer(" ".join(name.split())), path)
