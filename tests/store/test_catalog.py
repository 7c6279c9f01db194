from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardtools.model.rules import SizeRule
from cardtools.store.library import Library
from cardtools.store.workspace import data_folders, shipped
from tests.factories import codes, places, refused

GAME = """\
id: toy
name: {en: Toy}
publisher: Nobody
notice: {en: Nobody's trademark.}
edition: {en: first}
sources: {book: {title: Rules}}
languages: [en]
players: {min: 2, source: "book: Front"}
colours:
  - {id: red, name: {en: red}, letter: r}
"""
CARDS = """\
source: "book: Cards"
cards:
  - {id: wild, name: {en: Wild}}
  - {each: {colour: [red], n: [1, 2]}, id: "{colour}-{n}", name: {en: "{colour} {n}"}}
"""
FORMATS = """\
formats:
  - id: home
    name: {en: Home}
    rules:
      - {id: size, kind: size, min: 3, source: "book: Decks"}
"""
REFERENCE = """\
title: Toy
subtitle: Cards
version: "1.0"
blocks:
  - {id: play, kind: points, title: Play, source: "book: Play", points: [{text: Play a card.}]}
"""


def write(folder: Path, game: str, /, **files: str) -> Path:
    target = folder / "games" / game
    target.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (target / f"{name.replace('__', '.')}.yaml").write_text(text, "utf-8")
    return folder


@pytest.fixture
def user(tmp_path: Path) -> Path:
    return write(tmp_path, "toy", game=GAME, cards=CARDS, formats=FORMATS, reference__en=REFERENCE)


def test_a_folder_with_a_game_file_is_a_game(user: Path) -> None:
    game = Library((user,)).game("toy")
    assert game.info.id == "toy"
    assert game.cards is not None
    assert [card.id for card in game.cards.cards] == ["wild", "red-1", "red-2"]
    assert [one.id for one in game.formats] == ["home"]
    assert list(game.references) == ["en"]
    assert game.scoring is None


def test_what_a_game_has_no_file_for_is_absent(tmp_path: Path) -> None:
    game = Library((write(tmp_path, "toy", game=GAME),)).game("toy")
    assert (game.cards, game.formats, game.scoring, dict(game.references)) == (None, (), None, {})


def test_the_games_of_both_folders_are_listed_once_and_sorted(user: Path) -> None:
    write(user, "uno", game=GAME)
    (user / "games" / "empty").mkdir()
    write(user, "Not-An-Id", game=GAME)
    listed = Library((user, shipped("data"))).game_ids()
    assert {"toy", "uno", "hkk"} <= set(listed)
    assert list(listed) == sorted(set(listed))
    assert "empty" not in listed
    assert "Not-An-Id" not in listed


def test_a_language_added_to_a_shipped_game_joins_the_shipped_ones(tmp_path: Path) -> None:
    plain = Library((shipped("data"),))
    both = Library((write(tmp_path, "uno", reference__de=REFERENCE), shipped("data")))
    assert both.reference_languages("uno") == tuple(sorted((*plain.reference_languages("uno"), "de")))
    added = both.reference("uno", "de")
    assert added is not None
    assert added.title == "Toy"
    assert both.reference("uno", "hu") == plain.reference("uno", "hu")
    assert both.cards(both.info("uno")) == plain.cards(plain.info("uno"))


def test_a_file_of_the_user_is_laid_over_the_shipped_one_of_its_name(tmp_path: Path) -> None:
    plain = Library((shipped("data"),))
    both = Library((write(tmp_path, "uno", formats=FORMATS), shipped("data")))
    assert [one.id for one in both.formats("uno")] == [*(one.id for one in plain.formats("uno")), "home"]
    assert both.formats("hkk") == plain.formats("hkk")


def test_one_value_of_a_shipped_game_can_be_changed_without_repeating_the_rest(tmp_path: Path) -> None:
    changed = "formats:\n  - id: home\n    rules: [{id: size, min: 40}]\n"
    plain = Library((shipped("data"),))
    both = Library((write(tmp_path, "hkk", formats=changed), shipped("data")))
    before, after = ({one.id: one for one in library.formats("hkk")} for library in (plain, both))
    size = next(rule for rule in after["home"].rules if rule.id == "size")
    assert isinstance(size, SizeRule)
    assert (size.min, size.zones) == (40, ("main",))
    assert {one: after[one] for one in after if one != "home"} == {one: before[one] for one in before if one != "home"}


def test_what_is_wrong_in_a_file_laid_over_is_told_in_that_file(tmp_path: Path) -> None:
    folder = write(tmp_path, "uno", cards="cards:\n  - id: wild\n    valeu: 3\n  - id: red-7\n    copies: 0\n")
    library = Library((folder, shipped("data")))
    findings = refused(lambda: library.cards(library.info("uno")))
    assert {(place, line) for place, line, _ in places(findings)} == {("data.unknown-key", 3), ("data.value", 5)}
    assert {finding.location.path for finding in findings} == {str(folder / "games/uno/cards.yaml")}


def test_files_that_are_no_reference_add_no_language(user: Path) -> None:
    for name in ("reference.EN.yaml", "reference.eng.yaml", "reference.hu.yml", "reference.hu.yaml~", "reference.yaml"):
        (user / "games" / "toy" / name).write_text(REFERENCE, "utf-8")
    assert Library((user,)).reference_languages("toy") == ("en",)


@pytest.mark.parametrize(
    ("asked", "suggestions"), [("unoo", ("uno",)), ("UNO", ("uno",)), ("hk", ("hkk",)), ("qqqqqq", ()), ("", ())]
)
def test_an_unknown_game_is_refused_with_what_may_be_meant(asked: str, suggestions: tuple[str, ...]) -> None:
    (finding,) = refused(lambda: Library((shipped("data"),)).info(asked))
    assert finding.code == "usage.unknown-game"
    assert finding.suggestions[:1] == suggestions
    assert "uno" in str(finding.params["known"])


@pytest.mark.parametrize("trick", ["../toy", "toy/", "./toy", "toy/../toy", "/etc", "..", ".", "TOY", "toy\n", "to\0y"])
def test_no_path_gets_in_by_the_id_of_a_game(user: Path, trick: str) -> None:
    shutil.copytree(user / "games" / "toy", user / "toy")
    (finding,) = refused(lambda: Library((user,)).game(trick))
    assert finding.code == "usage.unknown-game"


def test_the_id_of_a_game_is_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = write(tmp_path, "other", game=GAME)
    (finding,) = refused(lambda: Library((folder,)).info("other"))
    assert places([finding]) == [("data.game-id", 1, 1)]
    assert finding.params == {"id": "toy", "folder": "other"}


def test_ids_of_cards_that_stand_twice_are_all_told_also_out_of_series(user: Path) -> None:
    doubled = CARDS + "  - {id: red-2, name: {en: A}}\n  - name: {en: B}\n    id: wild\n"
    write(user, "toy", cards=doubled)
    catalog = Library((user,))
    findings = refused(lambda: catalog.cards(catalog.info("toy")))
    assert places(findings) == [("data.duplicate-id", 5, 6), ("data.duplicate-id", 7, 5)]
    assert [finding.params["id"] for finding in findings] == ["red-2", "wild"]


def test_a_format_that_stands_twice_is_told(user: Path) -> None:
    write(user, "toy", formats=FORMATS + "  - {id: home, name: {en: Again}}\n")
    assert places(refused(lambda: Library((user,)).formats("toy"))) == [("data.duplicate-id", 6, 6)]


def test_the_broken_files_of_a_game_are_all_told_at_once(user: Path) -> None:
    write(
        user,
        "toy",
        cards=CARDS.replace("id: wild,", ""),
        formats=FORMATS.replace("min: 3", "min: few"),
        scoring="a: 1\na: 2\n",
        reference__en=REFERENCE.replace("title: Toy", "titel: Toy"),
        reference__hu="blocks: [\n",
    )
    findings = refused(lambda: Library((user,)).game("toy"))
    told = {(finding.code, Path(finding.location.path or "").name) for finding in findings}
    assert told == {
        ("data.missing-key", "cards.yaml"),
        ("data.value", "formats.yaml"),
        ("data.duplicate-key", "scoring.yaml"),
        ("data.unknown-key", "reference.en.yaml"),
        ("data.missing-key", "reference.en.yaml"),
        ("data.syntax", "reference.hu.yaml"),
    }


def test_a_card_that_does_not_fit_is_told_where_it_stands(user: Path) -> None:
    write(user, "toy", cards=CARDS + "  - id: a\n    name: {en: A}\n    valeu: 3\n")
    catalog = Library((user,))
    (finding,) = refused(lambda: catalog.cards(catalog.info("toy")))
    assert places([finding]) == [("data.unknown-key", 7, 5)]
    assert finding.suggestions == ("value",)


def test_papers_and_card_sizes_are_found_by_id_in_any_case() -> None:
    catalog = Library((shipped("data"),))
    assert catalog.paper("A4") == catalog.paper("a4")
    assert catalog.card_size("tcg").id == "tcg"


def test_unknown_papers_and_card_sizes_are_refused() -> None:
    catalog = Library((shipped("data"),))
    assert codes(refused(lambda: catalog.paper("a44"))) == ["usage.unknown-paper"]
    assert codes(refused(lambda: catalog.card_size("huge"))) == ["usage.unknown-card-size"]


def test_the_folder_named_goes_before_the_environment_and_the_shipped_one_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named, environment = tmp_path / "named", tmp_path / "environment"
    named.mkdir()
    environment.mkdir()
    assert data_folders() == (shipped("data"),)
    monkeypatch.setenv("CARDTOOLS_DATA", str(environment))
    assert data_folders() == (environment, shipped("data"))
    assert data_folders(named) == (named, shipped("data"))


def test_a_data_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    (finding,) = refused(lambda: data_folders(tmp_path / "no"))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.no-folder")
