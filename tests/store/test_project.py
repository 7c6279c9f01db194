from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.store.project import Project, folder_language, read_project, settings_of
from cardtools.words.catalog import Words
from tests.factories import places, refused


def write(folder: Path, text: str) -> Path:
    (folder / "cardtools.yaml").write_text(text, "utf-8")
    return folder


def test_a_folder_without_the_file_says_nothing(tmp_path: Path) -> None:
    assert read_project(tmp_path) == Project()
    assert settings_of(Project()) == {}


def test_every_key_is_read_and_paths_are_those_of_the_file(tmp_path: Path) -> None:
    text = (
        "game: hkk\nformat: home\npool: cards/all.json\nowned: own.txt\nlang: hu\npaper: a4\nprinter: home\ndata: .\n"
    )
    project = read_project(write(tmp_path, text))
    assert (project.game, project.format, project.lang) == ("hkk", ("home",), "hu")
    assert (project.paper, project.printer) == ("a4", "home")
    assert project.pool == str(tmp_path / "cards/all.json")
    assert project.owned == str(tmp_path / "own.txt")
    assert project.data == str(tmp_path)


def test_a_printer_is_one_that_was_kept_under_any_name(tmp_path: Path) -> None:
    project = read_project(write(tmp_path, "printer: Otthoni nyomtató\n"))
    assert settings_of(project) == {"printer": "Otthoni nyomtató"}


def test_several_formats_stand_in_a_list(tmp_path: Path) -> None:
    assert read_project(write(tmp_path, "format: [home, tournament]\n")).format == ("home", "tournament")


def test_words_are_taken_in_capitals_as_flags_take_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = read_project(write(tmp_path, "game: HKK\nformat: [Home]\nlang: HU\npaper: A5\n"))
    assert (project.game, project.format, project.lang, project.paper) == ("hkk", ("home",), "hu", "a5")
    monkeypatch.chdir(tmp_path)
    assert folder_language() == "hu"


@pytest.mark.parametrize(
    ("text", "wording", "value", "allowed"),
    [
        ("paper: A 5\n", "data.value.choice", "A 5", {"a3", "a4", "a5", "letter", "legal"}),
        (f"paper: {'a' * 90}\n", "data.value.choice", "a" * 59 + "…", {"a3", "a4", "a5", "letter", "legal"}),
        ("lang: magyar\n", "data.value.choice", "magyar", {"hu", "en", "pl", "cs", "sk"}),
        ("game: Nagy Játék\n", "data.value.choice", "Nagy Játék", {"hkk", "nepmesek", "panda", "unikornis", "uno"}),
        ("format: Ú\ngame: HKK\n", "data.value.choice", "Ú", None),
        ("format: Ú\n", "data.value.word", "Ú", None),
        ("format: Ú\ngame: nosuch\n", "data.value.word", "Ú", None),
        ("game: Ú\ndata: nosuch\n", "data.value.word", "Ú", None),
        ('printer: "a\\tb"\n', "data.value.name.signs", "a\tb", None),
        ('pool: "a\\0b"\n', "data.value.name.signs", "a\0b", None),
        (f"printer: {'a' * 61}\n", "data.value.long", "a" * 59 + "…", None),
        ("owned: ''\n", "data.value.empty", "", None),
    ],
)
def test_a_value_that_cannot_be_is_told_with_what_may_stand_there(
    tmp_path: Path, text: str, wording: str, value: str, allowed: set[str] | None
) -> None:
    (finding,) = refused(lambda: read_project(write(tmp_path, text)))
    assert (finding.code, finding.wording, finding.params["value"]) == ("data.value", wording, value)
    assert finding.location.line == 1
    if allowed is not None:
        assert set(str(finding.params["expected"]).split(", ")) == allowed
    for language in ("en", "hu"):
        assert "^" not in Words(language).message(finding)


def test_the_formats_that_may_stand_there_are_those_of_the_game(tmp_path: Path) -> None:
    (finding,) = refused(lambda: read_project(write(tmp_path, "game: hkk\nformat: [home, Ú]\n")))
    assert finding.wording == "data.value.choice"
    assert "tournament" in str(finding.params["expected"]).split(", ")
    assert finding.location.line == 2


def test_only_the_working_folder_is_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = write(tmp_path, "game: uno\n") / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    assert read_project() == Project()
    monkeypatch.chdir(tmp_path)
    assert read_project().game == "uno"


@pytest.mark.parametrize(
    ("text", "code", "line", "suggestions"),
    [
        ("game: hkk\nfromat: home\n", "data.unknown-key", 2, ("format",)),
        ("gmae: hkk\n", "data.unknown-key", 1, ("game",)),
        ("game: Nagy Játék\n", "data.value", 1, ()),
        ("pool: [a, b]\n", "data.value", 1, ()),
        ("lang: magyar\n", "data.value", 1, ()),
        ("game: &x hkk\n", "data.alias", 1, ()),
        ("game: [\n", "data.syntax", 2, ()),
        ("- game\n", "data.value", 1, ()),
    ],
)
def test_a_broken_file_is_told_with_its_line(
    tmp_path: Path, text: str, code: str, line: int, suggestions: tuple[str, ...]
) -> None:
    findings = refused(lambda: read_project(write(tmp_path, text)))
    assert [(one[0], one[1]) for one in places(findings)] == [(code, line)]
    assert findings[0].suggestions == suggestions


def test_the_environment_goes_before_the_data_folder_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(game="hkk", format=("home",), data="/own")
    wanted = {"game": "hkk", "formats": ("home",), "format_id": "home", "data": "/own"}
    assert settings_of(project) == wanted
    monkeypatch.setenv("CARDTOOLS_DATA", "/other")
    assert "data" not in settings_of(project)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("lang: hu\n", "hu"),
        ("lang: hu\ngmae: hkk\n", "hu"),
        ("game: hkk\n", None),
        ("lang: [hu]\n", None),
        ("lang: hungarian\n", None),
        ("lang: {\n", None),
        ("- lang\n", None),
        (None, None),
    ],
)
def test_the_language_of_the_folder_is_known_whatever_else_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None, language: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        write(tmp_path, text)
    assert folder_language() == language
