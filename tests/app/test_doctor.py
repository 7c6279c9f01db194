"""What the doctor finds, and that nothing wrong keeps it from looking at the rest."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from cardtools.app import doctor
from cardtools.app.doctor import Checkup, examine
from cardtools.render import fonts
from cardtools.words.catalog import Words

ENGLISH = Words("en")
EVERYTHING = [
    "python", "packages", "libraries", "fonts", "project", "data", "cache", "printers", "language", "folder", "print",
]  # fmt: skip


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture
def no_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial print takes a second, and most findings are not about it."""
    monkeypatch.setattr(doctor, "_print", lambda _words: Checkup("print", params={"pages": 3}))


def found(name: str, *, data: Path | None = None, encoding: str = "utf-8") -> Checkup:
    """Return what is found under a name, after all of it was worded."""
    every = examine(ENGLISH, data, encoding)
    for one in every:
        for words in (ENGLISH, Words("hu")):
            assert one.message(words)
            hint = one.hint(words)
            assert (hint is None) == (one.status == "ok" or one.wording == "not-tried")
    return next(one for one in every if one.id == name and one.status == max(o.status for o in every if o.id == name))


def test_here_all_is_in_order_and_a_trial_print_is_read_back(workplace: Path) -> None:
    every = examine(ENGLISH)
    assert [one.id for one in every] == EVERYTHING
    assert {one.id: one.status for one in every if one.status != "ok"} == {}
    assert every[-1].message(ENGLISH) == "a trial print of 3 pages was made and read back"
    assert [path.name for path in workplace.iterdir()] == []


@pytest.mark.usefixtures("no_trial")
def test_a_missing_pango_is_told_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.errors import refuse
    from cardtools.render import libraries

    def missing() -> None:
        raise refuse("print.pango", why="libpango-1.0-0 not found", command="…")

    monkeypatch.setattr(libraries, "load", missing)
    one = found("libraries")
    assert (one.status, one.wording) == ("problem", "missing")
    assert "libpango-1.0-0 not found" in one.message(ENGLISH)
    assert "apt-get install libpango-1.0-0" in str(one.hint(ENGLISH))


@pytest.mark.usefixtures("no_trial")
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = metadata.version

    def version(name: str) -> str:
        if name == "segno":
            raise metadata.PackageNotFoundError(name)
        return known(name)

    monkeypatch.setattr(metadata, "version", version)
    one = found("packages")
    assert (one.status, one.params["names"]) == ("problem", "segno")


@pytest.mark.usefixtures("no_trial")
def test_a_font_file_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "Broken-Regular.ttf"
    broken.write_bytes(b"<html>")
    one = fonts.FontFile("Source Sans Pro", 400, "normal", broken)
    monkeypatch.setattr(fonts, "FONTS", (*fonts.FONTS[1:], one))
    told = found("fonts")
    assert (told.status, told.params["names"]) == ("problem", "Broken-Regular.ttf")


@pytest.mark.usefixtures("no_trial")
def test_data_folders_are_told_with_where_they_were_named(monkeypatch: pytest.MonkeyPatch, workplace: Path) -> None:
    for name in ("flag", "variable", "project"):
        game = workplace / name / "games" / "mine"
        game.mkdir(parents=True)
        (game / "game.yaml").write_text("id: mine\n")

    def told(data: Path | None = None) -> list[tuple[str, str, str | int]]:
        every = examine(ENGLISH, data)
        return [
            (one.wording, Path(str(one.params["path"])).name, one.params["count"]) for one in every if one.id == "data"
        ]

    ours = ("package", "data", 5)
    assert told() == [ours]
    (workplace / "cardtools.yaml").write_text("data: project\n")
    assert told() == [("project", "project", 1), ours]
    monkeypatch.setenv("CARDTOOLS_DATA", "variable")
    assert told() == [("environment", "variable", 1), ours]
    assert told(Path("flag")) == [("flag", "flag", 1), ours]


@pytest.mark.usefixtures("no_trial")
def test_a_data_folder_that_is_not_there_is_a_problem_and_an_empty_one_a_warning(workplace: Path) -> None:
    assert found("data", data=Path("nowhere")).message(ENGLISH) == "data: nowhere: no such folder"
    (workplace / "empty").mkdir()
    one = found("data", data=Path("empty"))
    assert (one.status, one.wording) == ("warning", "empty")


@pytest.mark.usefixtures("no_trial")
def test_a_broken_settings_file_is_told_with_its_line(workplace: Path) -> None:
    (workplace / "cardtools.yaml").write_text("game: hkk\nlanguage: hu\n")
    one = found("project")
    assert one.status == "problem"
    assert one.message(ENGLISH).startswith("cardtools.yaml:2: ")


@pytest.mark.usefixtures("no_trial")
def test_settings_are_shown(workplace: Path) -> None:
    (workplace / "cardtools.yaml").write_text("game: hkk\nformat: [home, tournament]\n")
    assert found("project").message(ENGLISH) == "cardtools.yaml: game: hkk, format: home, tournament"


@pytest.mark.parametrize(
    ("encoding", "status"), [("utf-8", "ok"), ("ascii", "warning"), ("cp1252", "warning"), ("no-such", "warning")]
)
@pytest.mark.usefixtures("no_trial")
def test_a_terminal_without_our_letters_is_a_warning(encoding: str, status: str) -> None:
    assert found("language", encoding=encoding).status == status


@pytest.mark.usefixtures("no_trial")
def test_a_cache_that_cannot_be_kept_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.store import cache

    monkeypatch.setattr(cache, "_is_ours", lambda _folder: False)
    assert (found("cache").status, found("cache").wording) == ("warning", "none")


@pytest.mark.usefixtures("no_trial")
def test_a_cache_in_a_temporary_place_is_a_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the cache's folder would be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    one = found("cache")
    assert (one.status, one.wording) == ("warning", "temporary")


@pytest.mark.usefixtures("no_trial")
def test_the_cache_is_told_with_its_size(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from cardtools.store.cache import Cache

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    Cache.of_user().put("face-0123456789abcdef", bytes(1_500_000))
    one = found("cache")
    assert (one.params["count"], one.params["mb"]) == (1, "1.5")


@pytest.mark.usefixtures("no_trial")
def test_printers_are_named_and_a_broken_file_of_them_is_a_warning() -> None:
    from cardtools.store.printers import save_printer

    assert found("printers").wording == "none"
    path = save_printer("Konyha", 0.4, -1.2)
    assert "Konyha" in found("printers").message(ENGLISH)
    path.write_text("printers: 3\n")
    one = found("printers")
    assert (one.status, one.wording) == ("warning", "broken")
    assert str(path) in str(one.hint(ENGLISH))


@pytest.mark.usefixtures("no_trial")
def test_a_place_where_nothing_can_be_written_is_a_problem(workplace: Path) -> None:
    (workplace / "output").write_text("a file where the folder would be")
    one = found("folder")
    assert one.status == "problem"
    assert "-o FILE" in str(one.hint(ENGLISH))


def test_a_trial_print_that_fails_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.app import print_calibration

    def broken(*_: object) -> None:
        raise RuntimeError("no room\nat all")

    monkeypatch.setattr(print_calibration, "print_calibration", broken)
    one = found("print")
    assert (one.status, one.wording) == ("problem", "failed")
    assert one.message(ENGLISH) == "the trial print failed: RuntimeError: no room"
