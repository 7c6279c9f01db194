"""What an evening is taken away as: the kept file itself, rows of a table, a play of Board Game Stats, a chart."""

from __future__ import annotations

import csv
import io
import json
from typing import Final

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept
from cardtools.app.exports import TABLE_HEAD, bg_stats_play, chart_svg, score_rows
from cardtools.errors import refuse
from cardtools.store.files import read_bytes
from cardtools.store.sessions import FILE_LIMIT

FORMS: Final = {
    "csv": "text/csv; charset=utf-8",
    "bgsplay": "application/octet-stream",
    "svg": "image/svg+xml",
    "jsonl": "application/octet-stream",
}
"""Media type of each form; the form is also the ending of the file."""
_FORMULA: Final = tuple("=+-@\t\r")


def exported(kept: Kept, desk: Desk, form: str) -> bytes:
    """Return an evening in one of the ``FORMS``.

    Raises:
        CardtoolsError: ``web.no-such-page`` for another form, or where no round is kept yet.
    """
    if form not in FORMS or (form != "jsonl" and not kept.evening.rounds):
        raise refuse("web.no-such-page", exit_code=1)
    if form == "jsonl":
        return read_bytes(kept.log.path, FILE_LIMIT)
    if form == "csv":
        return _rows(kept).encode()
    if form == "svg":
        return chart_svg(kept, desk).encode()
    return (json.dumps(bg_stats_play(kept, desk), ensure_ascii=False, indent=2) + "\n").encode()


def _rows(kept: Kept) -> str:
    """Return points and running totals as CSV; a name that a spreadsheet would take for a formula is made text."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(TABLE_HEAD)
    for n, player, points, total in score_rows(kept.sheet):
        safe = f"'{player}" if player.startswith(_FORMULA) else player
        numbers = (one.numerator if one.denominator == 1 else float(one) for one in (points, total))
        writer.writerow((n, safe, *numbers))
    return stream.getvalue()
