"""Print the rules-reference sheet of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.app.checks.folder import Folder
from cardtools.app.checks.texts import completeness
from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed
from cardtools.app.print_output import check_pdf, checked, write_pdf
from cardtools.app.print_run import OUTPUT, document_language, templates
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.errors import refuse

if TYPE_CHECKING:
    from cardtools.documents.reference_format import Fold


def print_reference(
    desk: Desk,
    game: str,
    output: Path | None,
    paper: str = "a4",
    *,
    fold: Fold = "none",
    economy: bool = False,
    large: bool = False,
    strict: bool = False,
    preview: bool = False,
) -> Printed:
    """Print the rules-reference sheet of a game.

    Args:
        desk: Games and language.
        game: The game's id.
        output: The file to write; in ``output`` where it is absent.
        paper: Id of the paper.
        fold: How the paper is folded, if it is.
        economy: Whether nothing is tinted.
        large: Whether it is large print.
        strict: Whether warnings count as errors.
        preview: Whether pictures of its pages are written, too.

    Raises:
        CardtoolsError: Where the game has none, or the file cannot be made whole and right.
    """
    info = desk.catalog.info(game)
    desk.check_language(info)
    languages = desk.library.reference_languages(game)
    if not languages:
        raise refuse("usage.no-reference", game=game)
    if large and fold != "none":
        raise refuse("usage.large-fold")
    language, warnings = document_language(desk, languages, "reference")
    size = desk.library.paper(paper)
    variants = [fold if fold != "none" else "", "large" if large else "", "economy" if economy else ""]
    variant = "".join(f"-{one}" for one in variants if one)
    path = output or OUTPUT / f"{game}-reference{variant}-{language}.pdf"
    check_pdf(path, desk, preview=preview)
    from cardtools.render.reference import render_reference

    loaded = desk.library.game(game)
    told = completeness(Folder(desk.library, loaded))[language]
    sheet = reference_sheet(loaded, language, completeness=told)
    pdf, pages, found = render_reference(sheet, size, templates(), fold=fold, economy=economy, large=large)
    findings = checked((*warnings, *found), strict=strict)
    shown = write_pdf(path, pdf, preview=preview)
    return Printed(
        path,
        pages,
        findings=findings,
        document="reference",
        game=game,
        language=language,
        title=sheet.title,
        preview=shown,
        paper=size.id,
    )
