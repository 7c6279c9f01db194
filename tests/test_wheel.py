"""An installed wheel carries data and templates, and works from any folder."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.conftest import REPO


def test_a_wheel_works_from_another_folder(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=REPO, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    place = tmp_path / "ő place"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    assert not any("test" in path.name for path in place.rglob("*.py"))
    program = "import sys; sys.path.insert(0, '.'); from cardtools.cli.main import run; sys.exit(run(sys.argv[1:]))"
    for arguments in (["check"], ["print", "reference", "uno", "--lang", "hu", "-o", "sheet.pdf"]):
        done = subprocess.run(
            [sys.executable, "-P", "-c", program, *arguments], cwd=place, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (place / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert (place / "cardtools/_shipped/data/games/uno/game.yaml").is_file()
