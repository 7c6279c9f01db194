"""Cards in the languages of a game: their texts, what the sheet says beside them, and what is told of a gap."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.printed import laid_out
from tests.conftest import Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]
POOL = '{"schema": "cardtools.pool/1", "game": "hkk", "source": "x", "language": "hu", "facts": ["text"], "cards": %s}'
CARDS = [
    {"id": "1", "name": {"hu": "Turul"}, "text": {"hu": "Repül."}},
    {"id": "2", "name": {"hu": "Gnóm"}, "text": {"hu": "Szalad.", "en": "Runs."}},
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.json").write_text(POOL % json.dumps(CARDS), encoding="utf-8")
    (tmp_path / "deck.txt").write_text("3 Turul\n2 Gnóm\n", encoding="utf-8")
    return tmp_path


PROXIES = ("print", "proxies", "deck.txt", "-g", "hkk", "--pool", "pool.json", "-o", "p.pdf")


@pytest.mark.parametrize(
    ("language", "text", "foot"),
    [
        ("pl", "Od teraz gra toczy się w drugą stronę.", "UNO – karty · awers 1/1"),
        ("cs", "Odteď se hraje opačným směrem.", "UNO – karty · líc 1/1"),
        ("sk", "Odteraz sa hrá opačným smerom.", "UNO – karty · líce 1/1"),
        ("hu", "Innentől a másik irányba halad a játék.", "UNO – kártyák · előlap 1/1"),
        ("en", "From here on play goes the other way round.", "UNO – cards · front 1/1"),
    ],
)
def test_a_card_and_its_sheet_speak_the_language_of_the_print(
    language: str, text: str, foot: str, command: Command, folder: Path
) -> None:
    arguments = ("print", "cards", "uno", "--only", "red-reverse", "--lang", language, "-o", "u.pdf", "--strict")
    assert command(*arguments).code == 0
    pdf = (folder / "u.pdf").read_bytes()
    assert squeezed(text) in laid_out(pdf)[0][0].words
    assert squeezed(foot) in squeezed(text_of(pdf))


def test_texts_that_print_in_another_language_are_told_with_how_many_cards(command: Command) -> None:
    outcome = command(*PROXIES, "--lang", "en", "--report", "json")
    (gap,) = [one for one in json.loads(outcome.out)["findings"] if one["code"] == "language.gap"]
    assert (gap["severity"], gap["message"]) == ("warning", "3 cards have no text in en; printed in hu")
    assert command(*PROXIES, "--lang", "en", "--copies", "1").err.count("1 card has no text in en; printed in hu") == 1


def test_a_gap_is_an_error_where_warnings_are(command: Command, folder: Path) -> None:
    assert command(*PROXIES, "--lang", "en", "--strict").code == 1
    assert not (folder / "p.pdf").exists()


@pytest.mark.parametrize("language", ["hu", "hu,en", "en,hu"])
def test_nothing_is_told_where_every_text_is_in_a_language_asked_for_first(language: str, command: Command) -> None:
    told = command(*PROXIES, "--lang", language).err
    assert ("language.gap" in told) == (language == "en,hu")
