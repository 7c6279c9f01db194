"""The other process of the print room: it loads the print engine at its first order and works on one at a time."""

from __future__ import annotations

import io
import json
import logging
import multiprocessing
import os
import signal
import threading
import zipfile
from concurrent.futures.process import BrokenProcessPool
from dataclasses import fields
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.store.files import write_whole
from cardtools.web.print_documents import document
from cardtools.web.print_options import makes_folder
from cardtools.web.print_order import Order

MADE: Final = "made"
"""The folder that an order of many pictures is made into."""
PDF: Final = "document.pdf"
"""The file that every other order is made into; nothing of another name would be written."""
ZIP: Final = "document.zip"
REPORT: Final = "report.json"
STAGE: Final = "stage"

_ROWS: Final = ("rows", "skipped", "refused")
"""What is counted of a table."""
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
"""The date of packed files: the same files are the same archive on every day."""


def begin() -> None:
    """Prepare the process: the table's own process stops it, and where that is gone it goes, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def work(order: Order, folder: Path) -> None:
    """Print an order into its folder and leave a report there, whatever comes of it."""
    stage(folder, "working")
    try:
        report = _printed(order, folder)
    except CardtoolsError as error:
        report = {"findings": [_shown(finding, order) for finding in error.findings], "done": False}
    except BrokenProcessPool:  # one of those that help this process was killed
        finding = Finding(code="web.print.stopped", wording="web.print.stopped.died")
        report = {"findings": [_shown(finding, order)], "done": False}
    except Exception as error:
        logging.getLogger("cardtools.web").exception("%s of %s", order.document, order.game)
        finding = Finding(code="web.failed", params={"what": type(error).__name__})
        report = {"findings": [_shown(finding, order)], "done": False}
    write_whole(folder / REPORT, json.dumps(report).encode())


def _printed(order: Order, folder: Path) -> dict[str, Any]:
    made = document(order.document)
    assert made is not None  # noqa: S101 - the page has looked
    desk = Desk.open(order.language, order.data)
    target = folder / (MADE if makes_folder(desk, order.options) else PDF)
    printed = made.make(desk, order, target, lambda told: stage(folder, "working", told.done, told.total))
    stage(folder, "counting")
    pictures, sizes = _hand_over(printed, folder)
    figures = {
        one.name: value
        for one in fields(printed)
        if isinstance(value := getattr(printed, one.name), int | float) and not isinstance(value, bool)
    }
    figures |= {name: printed.counts[name] for name in _ROWS if name in printed.counts}
    findings = [_shown(finding, order) for finding in printed.findings]
    draft = printed.draft and not printed.complete
    report = {"findings": findings, "figures": figures, "sizes": sizes, "pictures": pictures}
    return {**report, "draft": draft, "done": True}


def _hand_over(printed: Printed, folder: Path) -> tuple[list[str], list[tuple[float, float]]]:
    """Pack a folder of files, and measure what was made.

    Returns:
        The names of the pictures, where it is a folder; the size of each page or picture.
    """
    if printed.path.is_dir():
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for path in printed.files:
                archive.writestr(zipfile.ZipInfo(path.name, _LONG_AGO), path.read_bytes())
        write_whole(folder / ZIP, packed.getvalue())
        pictures = [path for path in printed.files if path.suffix == ".png"]
        return [path.name for path in pictures], [_picture_size(path) for path in pictures]
    return [], page_sizes(printed.path)


def _picture_size(path: Path) -> tuple[float, float]:
    from PIL import Image

    with Image.open(path) as picture:
        return picture.size


def _shown(finding: Finding, order: Order) -> dict[str, Any]:
    """Return a finding with the names of files as they were sent, without the folder that we put them into."""
    place = finding.location
    ours = {str(path): path.name for paths in order.files.values() for path in paths}
    if place.path in ours:
        finding = finding.model_copy(update={"location": place.model_copy(update={"path": ours[place.path]})})
    return finding.model_dump(mode="json")


def stage(folder: Path, name: str, done: int = 0, total: int = 0) -> None:
    """Say how far an order is: of ``total`` faces to lay out, ``done`` are; 0 where nobody knows."""
    write_whole(folder / STAGE, json.dumps([name, done, total]).encode())


def page_sizes(path: Path) -> list[tuple[float, float]]:
    """Return width and height of each page of a PDF in points, as it is shown."""
    import pypdfium2

    read = pypdfium2.PdfDocument(path)
    try:
        return [read.get_page_size(number) for number in range(len(read))]
    finally:
        read.close()
