"""What an evening is taken away as: the kept file itself, rows of a table, a play of Board Game Stats, a chart."""

from __future__ import annotations

import json
from typing import Final

from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept
from cardtools.app.exports import bg_stats_play, chart_svg, table_csv
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
        return table_csv(kept.sheet).encode()
    if form == "svg":
        return chart_svg(kept, desk).encode()
    return (json.dumps(bg_stats_play(kept, desk), ensure_ascii=False, indent=2) + "\n").encode()
