"""The print room's orders: one is worked on, some wait in line, and the last ones are kept with their pictures.

Every order has a folder of its own, so that a reload finds what was printed, even after the table was opened anew. The
orders stand in line for a thread that hands them to the other process one by one: where that process dies, as for want
of memory, it takes no other order with it.
"""

from __future__ import annotations

import io
import json
import shutil
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Literal

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.store.files import read_bytes, write_whole
from cardtools.web.forms import Upload
from cardtools.web.print_files import keep_files
from cardtools.web.print_kept import ABOUT, GONE, SENT, kept_orders, make_room, sent_files, size_of
from cardtools.web.print_order import Order
from cardtools.web.print_worker import MADE, PDF, REPORT, STAGE, ZIP, begin, work
from cardtools.web.settings import Settings, new_id

_MOST_WAITING: Final = 20
_MOST_WAITING_BYTES: Final = 200_000_000
"""The most orders in line, and bytes of the files sent with them."""
_REPORT_LIMIT: Final = 4_000_000
_PDF_LIMIT: Final = 400_000_000
_PICTURE_PIXELS: Final = 1000
"""Width of a page's picture."""
_MOST_PICTURES: Final = 40
"""Pages of which there are pictures; the file has them all."""

Stage = Literal["waiting", "working", "counting", "done", "failed", "gone"]


@dataclass(frozen=True, slots=True)
class Job:
    """An order and how far it is.

    Attributes:
        about: What was ordered, for the page: document, game, name and options.
        figures: What preflight counted, where it is done.
        sizes: Width and height of each page of the file or picture of the folder; none while there is nothing.
        files: The names of pictures, where a folder of them was made.
        draft: Whether it is one because of errors.
        share: How much of the work is done, 0 to 1; None where nobody knows.
        ahead: How many orders are before it, where it waits.
    """

    id: str
    stage: Stage
    about: dict[str, Any]
    findings: tuple[Finding, ...] = ()
    figures: dict[str, float] | None = None
    sizes: tuple[tuple[float, float], ...] = ()
    files: tuple[str, ...] = ()
    draft: bool = False
    share: float | None = None
    ahead: int = 0

    @property
    def pages(self) -> int:
        """How many pages, or pictures, it has."""
        return len(self.sizes)

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of pictures, which is taken as an archive."""
        return bool(self.files)

    @property
    def finished(self) -> bool:
        """Whether nothing more comes of it."""
        return self.stage in ("done", "failed", "gone")

    @property
    def pictures(self) -> int:
        """How many pages have a picture."""
        return min(self.pages, _MOST_PICTURES)


class Workshop:
    """The orders of a table."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.RLock()
        self._drawing = threading.Lock()  # the library that draws pages takes one caller at a time
        self._line = ThreadPoolExecutor(1, "prints")
        self._process: ProcessPoolExecutor | None = None
        self._at_work: str | None = None
        self._closed = False
        self._running: dict[str, Future[None]] = {}

    def order(self, order: Order, about: dict[str, Any], sent: Mapping[str, Sequence[Upload]]) -> str:
        """Take an order and return its id; ``sent`` are its files by the name of their field.

        Raises:
            CardtoolsError: ``web.print.busy`` where as many, or as large ones, wait as may.
        """
        with self._lock:
            self._running = {
                key: future for key, future in self._running.items() if not future.done() or _has_died(future)
            }
            self._check_line(sum(len(one.content) for uploads in sent.values() for one in uploads))
            job_id = new_id("print")
            folder = self._folder(job_id)
            make_room(self._prints, self._running)
            try:
                write_whole(folder / ABOUT, json.dumps(about).encode())
                files = {name: keep_files(folder / SENT / name, uploads) for name, uploads in sent.items() if uploads}
                self._running[job_id] = self._line.submit(self._make, replace(order, files=files), folder)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)  # nobody was told of it
                raise
        return job_id

    def _going(self) -> list[str]:
        """Return the orders that are worked on or wait, in their order."""
        going = [key for key, future in list(self._running.items()) if not future.done()]
        return [key for key in going if not (self._folder(key) / REPORT).is_file()]

    def _check_line(self, size: int) -> None:
        """Refuse one more order, of so many bytes, where no more may wait."""
        going = self._going()
        waiting = sum(size_of(self._folder(key) / SENT) for key in going[1:])
        if len(going) > _MOST_WAITING or (len(going) > 1 and waiting + size > _MOST_WAITING_BYTES):
            raise refuse("web.print.busy", count=len(going) - 1, exit_code=1)

    def sent(self, job_id: str) -> Mapping[str, tuple[Path, ...]]:
        """Return the files of ours with what was sent with an order, by the name of their field; see job."""
        self.job(job_id)
        return sent_files(self._folder(job_id))

    def _make(self, order: Order, folder: Path) -> None:
        """Have the other process make an order, a new one where that has died before it began with it.

        Raises:
            BrokenProcessPool: Where it died of this order, or was stopped.
        """
        for last in (False, True):
            with self._lock:
                if self._closed or (folder / REPORT).is_file():  # stopped meanwhile
                    return
                self._process = self._process or ProcessPoolExecutor(1, get_context("spawn"), begin)
                self._at_work = folder.name
                made = _submitted(self._process, order, folder)
            try:
                made.result()
            except BrokenProcessPool:
                if last or (folder / STAGE).is_file():
                    raise
            else:
                return
            finally:
                with self._lock:
                    self._at_work = None
                    if _has_died(made):
                        self._process = None

    def stop(self, job_id: str) -> None:
        """Stop an order that waits or is worked on; one that is finished stays as it is. See job."""
        with self._lock:
            if self.job(job_id).finished:
                return
            finding = Finding(code="web.print.stopped", wording="web.print.stopped.asked", severity="info")
            report = {"findings": [finding.model_dump(mode="json")], "done": False}
            write_whole(self._folder(job_id) / REPORT, json.dumps(report).encode())
            if self._at_work == job_id and self._process is not None:
                _end(self._process)

    def job(self, job_id: str) -> Job:
        """Return an order.

        Raises:
            CardtoolsError: ``web.no-such-page``.
        """
        folder = self._folder(job_id)
        if not (folder / ABOUT).is_file():
            raise refuse("web.no-such-page", exit_code=1)
        about = _json(folder / ABOUT)
        if (folder / GONE).is_file():
            return Job(job_id, "gone", about)
        future = self._running.get(job_id)
        gone = future is None or future.done()  # asked before the report is looked for, which comes first
        if (folder / REPORT).is_file():
            return _reported(job_id, about, _json(folder / REPORT))
        if gone:  # the table, or its other process, was stopped
            wording = "web.print.stopped.died" if _has_died(future) else None
            return Job(job_id, "failed", about, (Finding(code="web.print.stopped", wording=wording),))
        if not (folder / STAGE).is_file():
            going = self._going()
            return Job(job_id, "waiting", about, ahead=going.index(job_id) if job_id in going else 0)
        name, done, total = json.loads(read_bytes(folder / STAGE, _REPORT_LIMIT))
        share = done / total if total else None
        return Job(job_id, "counting" if name == "counting" else "working", about, share=share)

    def jobs(self) -> tuple[Job, ...]:
        """Return the orders that are kept, the last one first."""
        found: list[Job] = []
        for folder in kept_orders(self._prints):
            with suppress(CardtoolsError):
                found.append(self.job(folder.name))
        return tuple(found)

    def file(self, job_id: str) -> bytes:
        """Return what an order came to: a PDF, or an archive where it is a folder. See job."""
        job = self._done(job_id)
        return read_bytes(self._folder(job_id) / (ZIP if job.is_folder else PDF), _PDF_LIMIT)

    def picture(self, job_id: str, number: int) -> bytes:
        """Return the picture of a page of the file of an order, as PNG; pages count from 1. See job."""
        job = self._done(job_id)
        if not 1 <= number <= job.pictures:
            raise refuse("web.no-such-page", exit_code=1)
        if job.is_folder:
            return read_bytes(self._folder(job_id) / MADE / Path(job.files[number - 1]).name, _PDF_LIMIT)
        path = self._folder(job_id) / f"page-{number}.png"
        if not path.is_file():
            with self._drawing:
                write_whole(path, _draw(self._folder(job_id) / PDF, number))
        return read_bytes(path, _REPORT_LIMIT * 10)

    def close(self) -> None:
        """Stop working; what is not finished is not finished."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                _end(self._process)
        self._line.shutdown(cancel_futures=True)
        if self._process is not None:
            self._process.shutdown()

    def _done(self, job_id: str) -> Job:
        job = self.job(job_id)
        if job.stage != "done":
            raise refuse("web.no-such-page", exit_code=1)
        return job

    def _folder(self, job_id: str) -> Path:
        return self._settings.kept("prints", job_id, "")

    @property
    def _prints(self) -> Path:
        return self._settings.folder / "prints"


def _submitted(process: ProcessPoolExecutor, order: Order, folder: Path) -> Future[None]:
    """Return what comes of handing an order to a process, which may have died while it had nothing to do."""
    try:
        return process.submit(work, order, folder)
    except BrokenProcessPool as error:
        broken: Future[None] = Future()
        broken.set_exception(error)
        return broken


def _end(process: ProcessPoolExecutor) -> None:
    """End the process that an executor works in; whoever waits for a result of it is told that it died."""
    for one in list((process._processes or {}).values()):  # noqa: SLF001 - it has no other way to stop
        one.terminate()


def _has_died(future: Future[None] | None) -> bool:
    """Return whether the process that worked on an order is gone."""
    if future is None or future.cancelled() or not future.done():
        return False
    return isinstance(future.exception(), BrokenProcessPool)


def _reported(job_id: str, about: dict[str, Any], report: dict[str, Any]) -> Job:
    """Return an order by its report; one that is not to be read, as of another version, is one that was stopped."""
    try:
        findings = tuple(Finding.model_validate(one) for one in report["findings"])
        if not report["done"]:
            return Job(job_id, "failed", about, findings)
        sizes = tuple((float(width), float(height)) for width, height in report["sizes"])
        files = tuple(str(name) for name in report["pictures"])
        return Job(job_id, "done", about, findings, report["figures"], sizes, files, bool(report.get("draft")))
    except (KeyError, ValueError, TypeError):
        return Job(job_id, "failed", about, (Finding(code="web.print.stopped"),))


def _json(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(read_bytes(path, _REPORT_LIMIT))
    except (CardtoolsError, ValueError):
        raise refuse("web.no-such-page", exit_code=1) from None
    return read if isinstance(read, dict) else {}


def _draw(path: Path, number: int) -> bytes:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        page = document[number - 1]
        picture = page.render(scale=_PICTURE_PIXELS / page.get_width()).to_pil()
        # Print has few inks: a palette makes the picture a third as large, and nobody sees it.
        packed = io.BytesIO()
        picture.convert("RGB").quantize(256).save(packed, "PNG", optimize=True)
        return packed.getvalue()
    finally:
        document.close()
