"""How the commands run that print cards: once, with a bar where it takes long, or at each save of their files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.print_run import Press
from cardtools.cli.options import Settings
from cardtools.cli.print_options import made_options
from cardtools.cli.print_told import figures, printed_json, progress_bar, tell_printed
from cardtools.cli.told import echo_json, finding_json, finding_line, say, tell_warnings
from cardtools.errors import CardtoolsError, refuse

Printing = Callable[[Desk, SheetOptions, Press], Printed]


class Running:
    """A command that prints cards.

    Args:
        settings: The common options.
        options: Those of ``sheet_options``, but for ``watch``.
        watch: Whether it prints again at each save.
    """

    def __init__(self, settings: Settings, options: dict[str, Any], *, watch: bool) -> None:
        self.settings = settings
        self._options = options
        self._watch = watch

    @property
    def folders(self) -> tuple[Path, ...]:
        """The data folders."""
        return Desk.open(self.settings.language, self.settings.data).catalog.folders

    def run(self, printing: Printing, *, watched: Sequence[Path] = (), stdin: bool = False) -> int:
        """Print, and return the exit code.

        Args:
            printing: Prints once.
            watched: What the cards are made of, besides pictures.
            stdin: Whether they come from standard input, which cannot be watched.

        Raises:
            CardtoolsError: Where nothing can be printed; under ``--watch`` that is told, and the next save waited for.
        """
        desk = Desk.open(self.settings.language, self.settings.data)
        made = made_options(desk, self._options)
        if not self._watch:
            with progress_bar(desk.words) as bar:
                printed = printing(desk, made, Press(bar))
            return tell_printed(printed, desk.words, self.settings)
        if stdin or self.settings.report == "json":
            raise refuse("usage.watch", wording="usage.watch.stdin" if stdin else "usage.watch.json")
        folders = [made.images] if made.images else []
        self._print_at_each_save(printing, made, desk, [*watched, *folders])
        return 0

    def _print_at_each_save(self, printing: Printing, made: SheetOptions, desk: Desk, watched: Sequence[Path]) -> None:
        from cardtools.app.print_watch import watch

        words = desk.words
        press = Press()
        last: list[Printed] = []

        def again() -> tuple[Path, ...]:
            start = time.perf_counter()
            try:
                # A new desk each time: a game's data may have changed, too.
                printed = printing(Desk.open(self.settings.language, self.settings.data), made, press)
            except CardtoolsError as error:
                self._tell_error(error, desk)
                return ()
            self._tell(printed, desk, time.perf_counter() - start, first=not last)
            last[:] = [printed]
            return printed.written

        if self.settings.report == "text":
            say(words.text("print.watching", count=len(watched)), to_stderr=True)
        watch(watched, again)

    def _tell(self, printed: Printed, desk: Desk, seconds: float, *, first: bool) -> None:
        """Tell a result in a line; what is to be said of it in full the first time, then what is wrong."""
        if self.settings.report in ("jsonl", "csv"):
            echo_json({**printed_json(printed, desk.words), "seconds": round(seconds, 3)})
            return
        shown = printed.findings if first else [one for one in printed.findings if one.severity == "error"]
        tell_warnings(shown, desk.words)
        told = desk.words.text("print.done-watch", seconds=f"{seconds:.2f}", figures=figures(printed, desk.words))
        say(f"{printed.path}: {told}")

    def _tell_error(self, error: CardtoolsError, desk: Desk) -> None:
        if self.settings.report in ("jsonl", "csv"):
            findings = [finding_json(finding, desk.words) for finding in error.findings]
            echo_json({"schema": "cardtools.error/1", "findings": findings})
        for finding in error.findings:
            say(finding_line(finding, desk.words), to_stderr=True)
