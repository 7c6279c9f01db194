"""How ``cardtools doctor`` tells what it found."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.app.doctor import Checkup
from cardtools.cli import doctor
from tests.conftest import Outcome

Command = Callable[..., Outcome]

FINE = Checkup("print", params={"pages": 3})
WARNED = Checkup("cache", "warning", "none")
BROKEN = Checkup("folder", "problem", "forbidden", {"path": "/somewhere/output", "why": "read-only"})
READ_ONLY = "/somewhere/output: read-only"
NOT_TRIED = Checkup("print", "problem", "not-tried")


@pytest.fixture
def finds(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the doctor find what the test says."""

    def find(*every: Checkup) -> None:
        monkeypatch.setattr(doctor, "examine", lambda *_: every)

    return find


def test_a_line_each_begins_with_how_it_stands_and_ends_with_what_to_do(
    command: Command, finds: Callable[..., None]
) -> None:
    finds(FINE, WARNED, BROKEN)
    outcome = command("doctor")
    assert outcome.code == 1
    warned = "no folder can be used as a cache; everything works, but each print is made from the start"
    assert outcome.out.splitlines() == [
        "ok       a trial print of 3 pages was made and read back",
        f"warning  {warned} – let XDG_CACHE_HOME name a folder that you alone may write to",
        f"PROBLEM  documents cannot be written to {READ_ONLY} – go to a folder of yours, or name the file: -o FILE",
        "Printing fails here until this is mended; problems: 1.",
    ]


def test_a_print_that_was_not_tried_is_no_problem_of_its_own(command: Command, finds: Callable[..., None]) -> None:
    finds(BROKEN, NOT_TRIED)
    outcome = command("doctor")
    assert (outcome.code, outcome.out.splitlines()[-1]) == (
        1,
        "Printing fails here until this is mended; problems: 1.",
    )


@pytest.mark.parametrize(
    ("every", "last"),
    [
        ((FINE,), "All in order: everything works here, printing too."),
        ((FINE, WARNED), "Everything works here, printing too; warnings: 1."),
    ],
)
def test_without_problems_it_leaves_with_0(
    command: Command, finds: Callable[..., None], every: tuple[Checkup, ...], last: str
) -> None:
    finds(*every)
    outcome = command("doctor")
    assert (outcome.code, outcome.out.splitlines()[-1]) == (0, last)


def test_it_speaks_hungarian(command: Command, finds: Callable[..., None]) -> None:
    finds(FINE, BROKEN)
    lines = command("doctor", "--lang", "hu").out.splitlines()
    assert lines[0] == "rendben   a 3 oldalas próbanyomat elkészült, és vissza is olvastuk"
    assert lines[1].startswith("HIBA      ")


def test_the_forms_of_report_say_the_same(command: Command, finds: Callable[..., None]) -> None:
    finds(FINE, BROKEN)
    document = json.loads(command("doctor", "--report", "json").out)
    assert (document["schema"], document["ok"]) == ("cardtools.doctor/1", False)
    assert [(one["id"], one["status"]) for one in document["checks"]] == [("print", "ok"), ("folder", "problem")]
    assert set(document["checks"][0]) == {"id", "status", "message", "hint"}
    lines = [json.loads(line) for line in command("doctor", "--report", "jsonl").out.splitlines()]
    assert [line["message"] for line in lines] == [one["message"] for one in document["checks"]]
    rows = list(csv.DictReader(command("doctor", "--report", "csv").out.splitlines()))
    assert [row["hint"] for row in rows] == ["", document["checks"][1]["hint"]]


def test_it_works_beside_a_broken_settings_file(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cardtools.yaml").write_text("languages: hu\n")
    assert command("games").code == 2
    outcome = command("doctor")
    assert outcome.code == 1
    assert "PROBLEM  cardtools.yaml:1: " in outcome.out


def test_it_works_where_the_layout_program_cannot_be_imported(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['weasyprint'] = None; "
        "from cardtools.cli.main import run; sys.exit(run(['doctor', '--report', 'json']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    checks = {one["id"]: one for one in json.loads(done.stdout)["checks"]}
    assert {name for name, one in checks.items() if one["status"] == "problem"} == {"libraries", "print"}
    assert "pip install" in checks["libraries"]["hint"]
    assert checks["print"]["hint"] is None
