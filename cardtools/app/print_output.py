"""Written out: what was found is sorted out first, then the file goes where it belongs, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.store.files import write_whole
from cardtools.store.targets import PDF, check_target, check_target_folder


def checked(findings: Sequence[Finding], *, strict: bool = False, draft: bool = False) -> tuple[Finding, ...]:
    """Return what is to be told beside a file that is written.

    Args:
        findings: Everything that was found.
        strict: Whether warnings count as errors.
        draft: Whether the file is written although there are errors.

    Raises:
        CardtoolsError: With every error, so that nothing is written.
    """
    wrong = [one for one in findings if one.severity == "error" or (strict and one.severity == "warning")]
    if wrong and not draft:
        raise CardtoolsError(*wrong, exit_code=1)
    return tuple(findings)


def check_pdf(
    path: Path, desk: Desk, sources: Iterable[Path | str | None] = (), pictures: Path | None = None, *, preview: bool
) -> None:
    """Refuse early what ``write_pdf`` could not write, or what must not be lost for it.

    Args:
        path: The file to be written.
        desk: Its data are never written over.
        sources: Files that the document is made of.
        pictures: The user's folder of pictures, if they are part of it.
        preview: Whether pictures of the pages are to be written, too.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    sources = tuple(sources)
    check_target(path, PDF, sources, desk.catalog.folders)
    if preview:
        folder = preview_folder(path)
        if folder.is_symlink():  # named by us, not by the user: who knows whose it is
            raise refuse("file.unwritable", path=folder, wording="file.unwritable.link")
        check_target_folder(folder, (), sources, pictures)


def preview_folder(path: Path) -> Path:
    """Return the folder of the pictures of a file's pages.

    >>> preview_folder(Path("output/uno-cards-hu.pdf")).name
    'uno-cards-hu-preview'
    """
    return path.with_name(f"{path.stem}-preview")


def write_pdf(path: Path, pdf: bytes, *, preview: bool = False) -> tuple[Path, ...]:
    """Write a file and, if they are wanted, pictures of its pages in a folder beside it; return the pictures.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    if not preview:
        write_whole(path, pdf)
        return ()
    from cardtools.render.previews import count_pages, draw_pages
    from cardtools.store.output_folder import check_folder, write_folder

    names = tuple(f"{number:03}.png" for number in range(1, count_pages(pdf) + 1))
    folder = preview_folder(path)
    check_folder(folder, names)  # or there would be a new file beside old pictures
    write_whole(path, pdf)
    write_folder(folder, names, draw_pages(pdf))
    return tuple(folder / name for name in names)
