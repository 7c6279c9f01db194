"""A kept evening as it is told: after each command, as a whole, and as an export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept
from cardtools.app.exports import bg_stats_play, chart_svg, table_csv
from cardtools.cli.score_told import ScoreShown
from cardtools.cli.told import finding_json, finding_line
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.words.catalog import Words

FORMS: Final = ("csv", "json", "bgsplay", "svg")
"""What an evening can be exported as; also the endings of such files."""


class KeptShown:
    """A kept evening in words and numbers."""

    def __init__(self, kept: Kept, words: Words) -> None:
        self._kept = kept
        self._words = words
        self._score = ScoreShown(kept.sheet, kept.game, words)

    def beside(self, text: str) -> list[str]:
        """Return what is wrong with the evening as lines, without what ``text`` says already."""
        lines = [finding_line(finding, self._words, self._score.named) for finding in self._kept.findings]
        severities = [self._words.text(f"severity.{finding.severity}") for finding in self._kept.findings]
        return [f"{severity}: {line}" for severity, line in zip(severities, lines, strict=True) if line not in text]

    def json(self) -> dict[str, Any]:
        """Return the score as the JSON contract has it, and what the file keeps besides."""
        kept = self._kept
        return {
            **self._score.json(),
            "findings": [finding_json(finding, self._words, self._score.named) for finding in kept.findings],
            "session": {
                "path": kept.path,
                "rounds": len(kept.evening.rounds),
                "undone": len(kept.evening.undone),
                "notes": [
                    {"text": one.text, "round": one.round, "at": one.at, "line": one.line} for one in kept.evening.notes
                ],
            },
        }

    def csv(self) -> str:
        """Return one row a line of the breakdown, a finding or a standing, as for a score file."""
        return self._score.csv()

    def began(self) -> str:
        """Return who plays what, in which file."""
        players = ", ".join(self._kept.sheet.players)
        return self._words.text("session.began", path=self._kept.path, game=self._title, players=players)

    def told_round(self) -> str:
        """Return the round that was just told, broken down, and the standings."""
        lines = [line for one in self._kept.told_rounds for line in self._score.round_lines(one)]
        return "\n".join([*lines, *self._score.standing_lines()])

    def changed(self) -> str:
        """Return which change was taken back or counts again, and the standings."""
        kept, change = self._kept, self._kept.change
        lines: list[str] = []
        if change is not None:
            if kept.taken_back:
                key = "session.taken-back" if change.before is None else "session.taken-back.correction"
            else:
                key = "session.again" if change.before is None else "session.again.correction"
            line = self._words.text(key, n=change.n)
            lines.append(f"{line} ({said})" if (said := " ".join(change.after.said.split())) else line)
        return "\n".join([*lines, *self._score.standing_lines()])

    def noted(self) -> str:
        """Return the remark that was just kept."""
        return self._words.text("session.noted", text=self._kept.evening.notes[-1].text)

    def whole(self) -> str:
        """Return the evening: its rounds side by side, or broken down where there is but one; standings and notes."""
        kept, words, score = self._kept, self._words, self._score
        began = kept.log.new.at[:16].replace("T", " ")
        lines = [words.text("session.since", game=self._title, at=began)]
        lines += score.table_lines() or [line for one in kept.sheet.rounds for line in score.round_lines(one)]
        lines += score.standing_lines()
        if kept.evening.notes:
            lines.append(words.text("session.notes"))
            for one in kept.evening.notes:
                text = one.text if one.round is None else words.text("session.note.round", n=one.round, text=one.text)
                lines.append(f"  {text}")
        if kept.evening.undone:
            lines.append(words.text("session.undone", count=len(kept.evening.undone)))
        return "\n".join(lines)

    @property
    def _title(self) -> str:
        return text_in(self._kept.game.info.name, self._words.language)


def form_of(output: Path | None) -> str:
    """Return the form that a file's ending names.

    Raises:
        CardtoolsError: ``session.form``.
    """
    ending = "" if output is None else output.suffix.lower().removeprefix(".")
    if ending not in FORMS:
        raise refuse("session.form", known="|".join(FORMS))
    return ending


def exported(kept: Kept, desk: Desk, form: str) -> str:
    """Return an evening in one of the ``FORMS``, with a line end at its end.

    Raises:
        CardtoolsError: ``session.empty`` where there is nothing to draw or to hand on.
    """
    if form == "csv":
        return table_csv(kept.sheet)
    if form == "svg":
        return chart_svg(kept, desk)
    document = bg_stats_play(kept, desk) if form == "bgsplay" else KeptShown(kept, desk.words).json()
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
