"""``cardtools new``: the skeleton passes every command as it is written, and nothing is written where it is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
import yaml
from jsonschema import Draft202012Validator
from pdfminer.high_level import extract_text

from cardtools.app.desk import Desk
from cardtools.app.newgame import new_game
from cardtools.app.schemas import FILES, schema
from cardtools.store.workspace import shipped
from tests.conftest import Outcome
from tests.factories import codes, refused

Command = Callable[..., Outcome]

LANGUAGES = ["en", "hu"]


def files_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(params=LANGUAGES)
def made(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """Return a language and a data folder with a new game ``sun-moon`` in it."""
    new_game(Desk.open(request.param), "sun-moon", tmp_path)
    return request.param, tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_written_and_their_paths_told(command: Command, tmp_path: Path, language: str) -> None:
    outcome = command("new", "sun-moon", tmp_path / "mine", "--lang", language)
    root = tmp_path / "mine" / "games" / "sun-moon"
    assert (outcome.code, outcome.err) == (0, "")
    assert {str(Path(line).relative_to(root)) for line in outcome.out.splitlines()} == files_below(root)
    assert files_below(root) == files_below(shipped("data") / "skeleton" / language)
    assert files_below(root) >= {"game.yaml", "cards.yaml", "formats.yaml", "setup.yaml", f"reference.{language}.yaml"}
    assert files_below(tmp_path) == {str((root / name).relative_to(tmp_path)) for name in files_below(root)}


def test_the_paths_are_told_in_json(command: Command, tmp_path: Path) -> None:
    told = json.loads(command("new", "sun", tmp_path, "--report", "json").out)
    assert told["schema"] == "cardtools.files/1"
    assert {str(Path(path).relative_to(tmp_path)) for path in told["paths"]} == files_below(tmp_path)


def test_without_a_folder_it_is_written_where_one_stands(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("new", "sun").code == 0
    assert (tmp_path / "games/sun/game.yaml").is_file()


def test_a_language_without_a_skeleton_gets_the_english_one(tmp_path: Path) -> None:
    new_game(Desk.open("pl"), "sun", tmp_path)
    assert (tmp_path / "games/sun/reference.en.yaml").is_file()


def test_no_placeholder_is_left_and_the_name_is_the_id_in_words(made: tuple[str, Path]) -> None:
    language, folder = made
    texts = [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()]
    assert [text for text in texts if re.search(r"GAME_?(?:ID|NAME)", text)] == []
    info = Desk.open(language, folder).catalog.info("sun-moon")
    assert (info.id, info.name[language], info.languages) == ("sun-moon", "Sun moon", (language,))
    assert "Sun moon" in info.notice[language]


def test_every_file_says_what_it_is_in_a_comment(made: tuple[str, Path]) -> None:
    for path in made[1].rglob("*.yaml"):
        assert path.read_text("utf-8").startswith("# "), path


def test_the_skeleton_passes_a_strict_check_with_all_its_texts(command: Command, made: tuple[str, Path]) -> None:
    language, folder = made
    outcome = command("check", "sun-moon", "--strict", "--data", folder)
    assert (outcome.code, outcome.out) == (0, f"sun-moon: 17 cards, 1 format; {language} 100 %\n")


def test_the_skeleton_is_good_for_editors(made: tuple[str, Path]) -> None:
    for path in (made[1] / "games/sun-moon").glob("*.yaml"):
        name = path.name.split(".")[0]
        assert name in FILES
        data = yaml.safe_load(path.read_text("utf-8"))
        assert [error.message for error in Draft202012Validator(schema(name)).iter_errors(data)] == [], path


def test_its_decks_are_what_they_are_called(command: Command, made: tuple[str, Path]) -> None:
    _, folder = made
    decks = folder / "games/sun-moon/decks"
    outcome = command("validate", *sorted(decks.glob("*.txt")), "-g", "sun-moon", "--data", folder, "--report", "json")
    results = json.loads(outcome.out)["results"]
    assert [(Path(one["path"]).name, one["status"]) for one in results] == [
        ("box.txt", "legal"),
        ("illegal-pack.txt", "illegal"),
    ]
    (finding,) = results[1]["findings"]
    assert (finding["code"], finding["rule"], finding["actual"]) == ("deck.fixed-missing", "pack", 1)
    assert outcome.code == 1


def test_its_example_is_scored_as_counted_by_hand(command: Command, made: tuple[str, Path]) -> None:
    _, folder = made
    example = folder / "games/sun-moon/examples/evening.yaml"
    outcome = command("score", "sun-moon", example, "--data", folder, "--report", "json")
    score = json.loads(outcome.out)
    # Anna has red 1 and 4 and the star, Béla blue 2 and 3; then red 2 against two blue 4 and the star.
    assert [one["scores"] for one in score["rounds"]] == [{"Anna": 1 + 4 + 10, "Béla": 2 + 3}, {"Anna": 2, "Béla": 18}]
    assert [(one["rank"], one["player"], one["total"]) for one in score["standings"]] == [
        (1, "Béla", 23),
        (2, "Anna", 17),
    ]
    assert (score["finished"], score["findings"], outcome.code) == (False, [], 0)


def test_it_is_set_up_for_two_to_four(command: Command, made: tuple[str, Path]) -> None:
    language, folder = made
    for players, pile in ((2, 11), (3, 8), (4, 5)):
        arguments = ("setup", "sun-moon", "--players", str(players), "--data", folder, "--lang", language)
        told = json.loads(command(*arguments, "--report", "json").out)
        assert (told["pack"], told["dealt"], told["pile"]) == (17, 3, pile)
    assert command("setup", "sun-moon", "--players", "5", "--data", folder).code == 2


def test_it_prints_a_reference_sheet_and_all_its_cards(command: Command, made: tuple[str, Path]) -> None:
    language, folder = made
    star, blue = ("Star", "Blue 4") if language == "en" else ("Csillag", "Kék 4")
    sheet, cards = folder / "sheet.pdf", folder / "cards.pdf"
    common = ("sun-moon", "--data", folder, "--lang", language, "-o")
    assert command("print", "reference", *common, sheet).code == 0
    assert command("print", "cards", *common, cards).code == 0
    with pikepdf.open(sheet) as pdf:
        assert len(pdf.pages) == 1
    with pikepdf.open(cards) as pdf:
        assert len(pdf.pages) == 4  # 17 cards, nine a sheet: two fronts, two backs
    assert star in extract_text(sheet)
    assert "Sun moon" in extract_text(sheet)
    printed = extract_text(cards)
    assert star in printed
    assert blue in printed


@pytest.mark.parametrize(
    "game",
    [
        "../x",
        "Ő",
        "a--b",
        "",
        "a" * 50,
        "a" * 41,
        "A",
        "a b",
        "a_b",
        "-",
        "a-",
        "a/b",
        ".",
        "..",
        "/x",
        "a\n",
        "x.y",
    ],
)
def test_a_name_that_is_no_id_is_refused_and_nothing_is_written(command: Command, tmp_path: Path, game: str) -> None:
    folder = tmp_path / "in" / "side"
    assert codes(refused(lambda: new_game(Desk.open("en"), game, folder))) == ["usage.game-id"]
    outcome = command("new", game, folder)
    assert (outcome.code, outcome.out) == (2, "")
    assert "usage.game-id" in outcome.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", ["a" * 40, "7", "2-players", "a-b-c"])
def test_an_id_may_have_digits_single_hyphens_and_forty_signs(tmp_path: Path, game: str) -> None:
    new_game(Desk.open("en"), game, tmp_path)
    assert Desk.open("en", tmp_path).library.game(game).info.id == game


def test_a_game_there_is_already_is_refused_and_stays_as_it_was(command: Command, tmp_path: Path) -> None:
    (tmp_path / "games/sun").mkdir(parents=True)
    (tmp_path / "games/sun/notes.txt").write_text("mine")
    new_game(Desk.open("en"), "moon", tmp_path / "data")
    for arguments in (
        ("sun", tmp_path),
        ("uno", tmp_path),
        ("moon", tmp_path / "data"),
        ("moon", tmp_path / "other", "--data", tmp_path / "data"),
    ):
        before = files_below(tmp_path)
        outcome = command("new", *arguments)
        assert (outcome.code, outcome.out) == (2, "")
        assert "usage.game-exists" in outcome.err
        assert files_below(tmp_path) == before
    assert not (tmp_path / "other").exists()
    assert (tmp_path / "games/sun/notes.txt").read_text() == "mine"


def test_an_unknown_language_and_a_folder_that_is_a_file_are_refused(command: Command, tmp_path: Path) -> None:
    assert command("new", "sun", tmp_path / "a", "--lang", "xx").code == 2
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("mine")
    outcome = command("new", "sun", tmp_path / "file")
    assert (outcome.code, outcome.out) == (2, "")
    assert "file.unwritable" in outcome.err
    assert files_below(tmp_path) == {"file"}
