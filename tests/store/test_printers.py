from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtools.errors import CardtoolsError
from cardtools.model.printers import Printer
from cardtools.model.printing import Shift
from cardtools.store.printers import known_printers, printer, printers_file, save_printer, shift_of


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config/cardtools/printers.yaml"


def test_a_saved_printer_is_found_again_whatever_the_case_and_the_accents(config: Path) -> None:
    assert save_printer("Nappali színes", 0.4, -1.25, 0.1) == config
    found = printer("nappali SZINES")
    assert (found.name, found.x_mm, found.y_mm, found.degrees) == ("Nappali színes", 0.4, -1.25, 0.1)
    assert shift_of(found) == Shift(0.4, -1.25, 0.1)


def test_saving_again_replaces_a_printer_and_leaves_the_others(config: Path) -> None:
    save_printer("office", 1, 2)
    save_printer("home", 3, 4)
    save_printer("OFFICE", -1, 0, -0.5)
    assert known_printers() == (
        Printer(name="OFFICE", x_mm=-1, y_mm=0, degrees=-0.5),
        Printer(name="home", x_mm=3, y_mm=4),
    )
    assert config.read_text("utf-8").startswith("# ")


@pytest.mark.parametrize("name", ["null", "~", "yes", "- a: b", "#1", "'\"", "{x}", "ő: ű", "12", "!!python/object"])
def test_any_name_of_one_line_is_kept_as_it_is(name: str) -> None:
    save_printer(name, 0.5, 0)
    assert printer(name).name == name


def test_without_a_file_no_printer_is_known(config: Path) -> None:
    assert known_printers() == ()
    with pytest.raises(CardtoolsError) as refusal:
        printer("home")
    (finding,) = refusal.value.findings
    assert (finding.code, finding.wording) == ("usage.unknown-printer", "usage.unknown-printer.none")
    assert not config.exists()


def test_an_unknown_printer_is_refused_with_those_there_are_and_those_alike() -> None:
    save_printer("Brother", 0, 1)
    save_printer("Canon", 0, 1)
    with pytest.raises(CardtoolsError) as refusal:
        printer("brothr")
    (finding,) = refusal.value.findings
    assert finding.code == "usage.unknown-printer"
    assert finding.params["known"] == "Brother, Canon"
    assert finding.suggestions == ("Brother",)


@pytest.mark.parametrize(
    ("name", "x", "y", "degrees"),
    [
        ("", 0, 0, 0),
        ("x" * 61, 0, 0, 0),
        ("a", 21, 0, 0),
        ("a", 0, -20.5, 0),
        ("a", 0, 0, 6),
        ("a", float("nan"), 0, 0),
        ("a", 0, float("inf"), 0),
    ],
)
def test_what_is_out_of_bounds_is_refused_and_nothing_is_kept(
    name: str, x: float, y: float, degrees: float, config: Path
) -> None:
    with pytest.raises(CardtoolsError) as refusal:
        save_printer(name, x, y, degrees)
    assert {finding.code for finding in refusal.value.findings} == {"data.value"}
    assert not config.exists()


def test_a_broken_file_is_told_with_its_line_and_is_not_written_over(config: Path) -> None:
    config.parent.mkdir(parents=True)
    config.write_text("printers:\n  - {name: home, x_mm: left}\n", encoding="utf-8")
    for attempt in (known_printers, lambda: save_printer("office", 0, 0)):
        with pytest.raises(CardtoolsError) as refusal:
            attempt()
        (finding,) = refusal.value.findings
        assert (finding.location.path, finding.location.line) == (str(config), 2)
    assert "left" in config.read_text("utf-8")


def test_without_an_absolute_config_folder_the_home_folder_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for value in ("", "relative/folder"):
        monkeypatch.setenv("XDG_CONFIG_HOME", value)
        assert printers_file() == tmp_path / ".config/cardtools/printers.yaml"


def test_without_a_home_folder_none_is_known_and_saving_is_one_clear_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    assert known_printers() == ()
    with pytest.raises(CardtoolsError) as refusal:
        save_printer("home", 0, 0)
    (finding,) = refusal.value.findings
    assert finding.wording == "file.unwritable.no-home"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_home_is_one_clear_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "locked"))
    assert known_printers() == ()
    with pytest.raises(CardtoolsError, match=r"file\.unwritable"):
        save_printer("home", 0, 0)


def test_a_home_that_is_a_file_is_one_clear_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    assert known_printers() == ()
    with pytest.raises(CardtoolsError, match=r"file\.unwritable"):
        save_printer("home", 0, 0)
