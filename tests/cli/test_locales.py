"""Whatever the locale, the home folder, the terminal and the names of files: the same result, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.conftest import REPO

LIST = "3 Életerő\n3 Nincs ilyen\n"
ASCII = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
SKIPPED = pytest.mark.skipif(
    not f"{sys.prefix}{REPO}".isascii(), reason="Python itself loads no library below such a folder in such a locale"
)
UNKNOWN_CARD = "deck.unknown-card nincs ilyen nevű lap: „Nincs ilyen”"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locales of POSIX systems")


def ran(
    folder: Path, arguments: list[str | bytes], variables: Mapping[str, str], home: str | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in ``folder`` with only these variables."""
    environment = {"PATH": os.defpath, **variables} | ({} if home is None else {"HOME": home})
    command = [sys.executable, "-m", "cardtools", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    assert b"UnicodeEncodeError" not in done.stderr
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "egy ő betűs mappa"
    made.mkdir()
    (made / "pakli.txt").write_text(LIST, encoding="utf-8")
    return made


@pytest.mark.parametrize(
    ("variables", "encoding"),
    [
        ({"LANG": "C"}, "utf-8"),
        ({"LANG": "C.UTF-8"}, "utf-8"),
        ({"LC_ALL": "hu_HU.UTF-8", "PYTHONUTF8": "1"}, "utf-8"),
        ({"LC_ALL": "pl_PL.UTF-8", "PYTHONUTF8": "1"}, "utf-8"),
        ({"TZ": "<+13>-13:45", "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "40"}, "utf-8"),
        pytest.param(ASCII, "utf-8", marks=SKIPPED),
        ({"LANG": "C", "PYTHONIOENCODING": "iso8859-2"}, "iso8859-2"),
        ({"LANG": "C", "PYTHONIOENCODING": "cp1250:strict"}, "cp1250"),
    ],
)
def test_the_words_are_right_and_letters_that_cannot_be_written_stand_as_their_number(
    folder: Path, variables: dict[str, str], encoding: str
) -> None:
    done = ran(folder, ["validate", "pakli.txt", "-g", "hkk", "--lang", "hu"], variables, home=str(folder))
    assert done.returncode == 1
    assert UNKNOWN_CARD.encode(encoding, "backslashreplace") in done.stdout


@pytest.mark.parametrize("name", ["õû".encode("iso8859-1") + b".txt", "ő ű.txt".encode(), b"a\nb.txt"])
@pytest.mark.parametrize("variables", [{"LANG": "C.UTF-8"}, pytest.param(ASCII, marks=SKIPPED)], ids=["utf-8", "ascii"])
@pytest.mark.parametrize("report", ["text", "json", "csv"])
def test_a_file_of_any_name_is_read(folder: Path, name: bytes, variables: dict[str, str], report: str) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text(LIST, encoding="utf-8")
    done = ran(folder, [b"validate", name, b"-g", b"hkk", b"--report", report.encode()], variables)
    assert done.returncode == 1
    assert b"Nincs ilyen" in done.stdout


@pytest.mark.parametrize("home", [None, "/nonexistent/home", "/dev/null", ""])
def test_without_a_home_folder_lists_are_judged_and_evenings_kept(folder: Path, home: str | None) -> None:
    for arguments, code in (
        (["validate", "pakli.txt", "-g", "hkk"], 1),
        (["session", "new", "-g", "uno", "--player", "Ő", "--player", "B", "este.jsonl"], 0),
        (["session", "add", "este.jsonl", "Ő out; B r7"], 0),
        (["games"], 0),
    ):
        assert ran(folder, [*arguments], {"LANG": "C.UTF-8"}, home).returncode == code


def test_without_a_home_folder_a_sheet_is_printed(folder: Path) -> None:
    done = ran(folder, ["print", "reference", "panda", "-o", "űrlap.pdf"], {"LANG": "C"}, home="/dev/null")
    assert (done.returncode, done.stdout.decode()) == (0, "űrlap.pdf\n")
    assert (folder / "űrlap.pdf").read_bytes().startswith(b"%PDF")


def test_the_messages_are_in_the_language_of_the_locale_and_else_in_english(folder: Path) -> None:
    def says(locale: str) -> str:
        return ran(folder, ["score", "uno", "gone.yaml"], {"LC_ALL": locale, "PYTHONUTF8": "1"}).stderr.decode()

    assert "nincs ilyen fájl" in says("hu_HU.UTF-8")
    assert "no such file" in says("pl_PL.UTF-8")
    assert "no such file" in says("C")
