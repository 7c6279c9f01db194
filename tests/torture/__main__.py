"""``python -m tests.torture [TIMES]``: kill every command so many times (200), fill its disk, forbid its folder."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.torture.disks import fill_disk, fill_small_disk, forbid_folder
from tests.torture.kills import TORMENTS, kill_often


def main() -> int:
    """Torment everything; an assertion that does not hold ends it."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for torment in TORMENTS:
        with tempfile.TemporaryDirectory(prefix="cardtools-torture-") as name:
            killed = kill_often(torment, Path(name), times)
            states = f"{killed.old} old, {killed.new} new"
            print(f"{torment.name}: killed {killed.times} times, whole each time ({states})", flush=True)
    for torment in TORMENTS[:-1]:
        for trial in (fill_disk, fill_small_disk, forbid_folder):
            with tempfile.TemporaryDirectory(prefix="cardtools-torture-") as name:
                print(f"{torment.name}: {trial(torment, Path(name))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
