"""What is told of a print run: the path on stdout, figures and findings beside it, or all of it as data."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from cardtools.app.print_options import Printed
from cardtools.cli.options import Report, Settings
from cardtools.cli.told import csv_line, echo_json, finding_json, say, tell_warnings
from cardtools.words.catalog import Words

if TYPE_CHECKING:
    from cardtools.app.print_run import Progress

SCHEMA: Final = "cardtools.print/1"
_LONG: Final = 40
"""Faces to lay out from which on a run is long enough for a bar."""
_FIGURES: Final = (
    "path", "document", "game", "language", "cards_read", "cards", "faces", "faces_rendered", "faces_reused", "sheets",
    "pages", "smallest_pt", "lowest_ppi", "ruler", "draft",
)  # fmt: skip


def tell_printed(printed: Printed, words: Words, settings: Settings) -> int:
    """Tell what was printed, and return the exit code: 1 for a draft with errors."""
    tell_form(printed, words, settings.report)
    return 0 if printed.complete else 1


def tell_form(printed: Printed, words: Words, report: Report, named: Mapping[str, str] | None = None) -> None:
    """Tell what was printed in a form of report; ``named`` are the words for a game's ids."""
    if report in ("json", "jsonl"):
        echo_json(printed_json(printed, words, named))
        return
    tell_warnings(printed.findings, words, named=named)
    say(figures(printed, words), to_stderr=True)
    if report == "csv":
        told = printed_json(printed, words)
        say(csv_line(_FIGURES))
        say(csv_line(["" if told[name] is None else told[name] for name in _FIGURES]))
    else:
        say(str(printed.path))


def printed_json(printed: Printed, words: Words, named: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return what was printed as the JSON contract has it; every key is always there."""
    return {
        "schema": SCHEMA,
        "path": str(printed.path),
        "paths": [str(path) for path in printed.files] or [str(printed.path)],
        "preview": [str(path) for path in printed.preview],
        "document": printed.document,
        "game": printed.game,
        "title": printed.title,
        "language": printed.language,
        "profile": printed.profile,
        "paper": printed.paper,
        "draft": printed.draft,
        "rows_read": printed.counts.get("rows"),
        "rows_skipped": printed.counts.get("skipped"),
        "rows_refused": printed.counts.get("refused"),
        "cards_read": printed.counts.get("cards"),
        "cards": printed.cards,
        "copies": printed.cards,
        "faces": printed.faces,
        "faces_rendered": printed.rendered,
        "faces_reused": printed.reused,
        "sheets": printed.sheets,
        "pages": printed.pages,
        "smallest_pt": printed.smallest_pt or None,
        "lowest_ppi": printed.lowest_ppi or None,
        "ruler": printed.ruler,
        "findings": [finding_json(finding, words, named) for finding in printed.findings],
    }


def figures(printed: Printed, words: Words) -> str:
    """Return the figures of a run in words."""
    if not printed.faces:
        return words.text("print.done-pages", pages=printed.pages)
    counted = {
        "cards": printed.cards,
        "faces": printed.faces,
        "rendered": printed.rendered,
        "reused": printed.reused,
        "sheets": printed.sheets,
        "pages": printed.pages,
        "files": len(printed.files),
    }
    key = "print.done" if printed.sheets else "print.done-files" if printed.files else "print.done-faces"
    parts = [words.text(key, **counted)]
    if "rows" in printed.counts:
        read = {key: printed.counts.get(key, 0) for key in ("rows", "skipped", "refused")}
        parts.insert(0, words.text("print.done-rows", **read))
    if printed.smallest_pt:
        parts.append(words.text("print.done-smallest", pt=f"{printed.smallest_pt:g}"))
    if printed.draft and not printed.complete:
        parts.append(words.text("print.done-draft"))
    if printed.preview:
        parts.append(words.text("print.done-preview", folder=str(printed.preview[0].parent)))
    return "; ".join(parts)


@contextmanager
def progress_bar(words: Words) -> Iterator[Callable[[Progress], None] | None]:
    """Lend what shows how far a long run is on stderr; None where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    import click

    shown: list[Any] = []

    def show(progress: Progress) -> None:
        if progress.total < _LONG:
            return
        if not shown:
            label = words.text(
                "print.progress", cards=progress.cards, sheets=progress.sheets, reused=progress.reused
            )  # fmt: skip
            shown.append(click.progressbar(length=progress.total, label=label, file=sys.stderr, show_pos=True))
            shown[0].__enter__()
        shown[0].update(progress.done - shown[0].pos)
        if progress.done == progress.total:  # another size of card may follow
            shown.pop().__exit__(None, None, None)

    try:
        yield show
    finally:
        for bar in shown:
            bar.__exit__(None, None, None)
