"""Cards in two languages, in outlines, and by templates of the user's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.store.workspace import shipped
from tests.conftest import Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]
DECK = str(shipped("data") / "games/hkk/decks/demo-tournament.txt")
CARD = ("cards", "unikornis", "--only", "queen-bee-unicorn", "--backs", "none")
FRONT = """{% from "cards/fit.html.j2" import fit with context %}
{{ fit(face, "name", "Mine: " ~ face.name, 14, "mine", "left:5mm;right:5mm;top:5mm;height:13mm") }}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own(folder: Path, text: str, name: str = "front.html.j2") -> Path:
    place = folder / "mine/games/unikornis/templates"
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_text(text, encoding="utf-8")
    return folder / "mine"


def words(path: Path) -> str:
    return squeezed(text_of(path.read_bytes())).replace("-", "")


@pytest.mark.parametrize(
    ("arguments", "name", "said"),
    [
        (CARD, "unikornis-cards-hu-en.pdf", ("Méhkirálynő", "QueenBeeUnicorn")),
        ((*CARD, "--economy"), "unikornis-cards-economy-hu-en.pdf", ("Méhkirálynő", "QueenBeeUnicorn")),
        (("proxies", DECK, "-g", "hkk", "--only", "A vadak ura"), "hkk-proxies-demo-tournament-hu-en.pdf", ()),
    ],
)
def test_cards_say_everything_in_both_languages(
    command: Command, folder: Path, arguments: tuple[str, ...], name: str, said: tuple[str, ...]
) -> None:
    outcome = command("print", *arguments, "--lang", "hu, EN")
    assert outcome.code == 0, outcome.err
    assert Path(outcome.out.strip()) == Path("output") / name
    for one in said:
        assert one in words(folder / "output" / name)


@pytest.mark.parametrize("language", ["hu,", ",hu", "hu,en,pl", "hu,xx", ","])
def test_other_pairs_of_languages_are_refused(command: Command, folder: Path, language: str) -> None:
    outcome = command("print", *CARD, "--lang", language)
    assert (outcome.code, "usage.unknown-language" in outcome.err) == (2, True)
    assert not (folder / "output").exists()


@pytest.mark.parametrize(
    "arguments",
    [("reference", "uno"), ("scorepad", "uno"), ("checklist", "uno"), ("registration", DECK, "-g", "hkk"), CARD[:0]],
)
def test_no_other_command_takes_two_languages(command: Command, arguments: tuple[str, ...]) -> None:
    if not arguments:
        Path("t.csv").write_text("name\nAnna\n", encoding="utf-8")
        arguments = ("cards", "t.csv")
    outcome = command("print", *arguments, "--lang", "hu,en")
    assert (outcome.code, "usage.unknown-language" in outcome.err) == (2, True)


def test_a_second_language_that_the_game_lacks_is_told_and_left_out(command: Command) -> None:
    outcome = command("print", *CARD, "--lang", "hu,pl")
    assert outcome.code == 0
    assert "language.gap" in outcome.err
    assert outcome.out.strip().endswith("unikornis-cards-hu.pdf")


def test_a_template_in_the_users_data_folder_takes_the_place_of_ours(command: Command, folder: Path) -> None:
    data = own(folder, FRONT)
    outcome = command("print", *CARD, "--lang", "en", "--data", data, "-o", "own.pdf")
    assert outcome.code == 0, outcome.err
    assert "Mine:QueenBeeUnicorn" in words(folder / "own.pdf")
    command("print", *CARD, "--lang", "en", "-o", "ours.pdf")
    assert "Mine" not in words(folder / "ours.pdf")


@pytest.mark.parametrize("name", ["front.html.j2", "back.html.j2"])
def test_a_mistake_in_either_template_is_told_with_its_line(command: Command, folder: Path, name: str) -> None:
    own(folder, FRONT)
    data = own(folder, "\n{{ face.nothing }}", name)
    outcome = command("print", *CARD[:-1], "long", "--data", data, "-o", "own.pdf", "--report", "json")
    (finding,) = json.loads(outcome.out)["findings"]
    assert (outcome.code, finding["code"], finding["location"]["line"]) == (1, "print.template", 2)
    assert finding["location"]["path"].endswith(name)
    assert not (folder / "own.pdf").exists()


def test_a_prototype_is_drawn_in_outlines(command: Command, folder: Path) -> None:
    Path("t.csv").write_text("name,colour\nAnna,red\n", encoding="utf-8")
    outcome = command("print", "cards", "t.csv", "--economy")
    assert outcome.code == 0, outcome.err
    assert outcome.out.strip().endswith("t-cards-economy-en.pdf")
    assert "Anna" in words(folder / outcome.out.strip())
