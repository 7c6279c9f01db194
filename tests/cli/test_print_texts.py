"""What texts of cards print: tokens that stand for nothing, other languages; and what economy leaves of a card."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from tests.cli.printed import laid_out, table
from tests.conftest import Outcome

Command = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_unknown_token_is_printed_as_it_stands_and_told_with_card_row_and_what_was_meant(
    command: Command, folder: Path
) -> None:
    path = table(folder, [["Turul", "Nyersz {icon:stra} és {{ x }}, { }", 1, ""], ["Gnóm", "{icon:star}", 1, ""]])
    outcome = command("print", "cards", str(path), "--lang", "hu", "-o", "p.pdf", "--report", "json")
    (told,) = [one for one in json.loads(outcome.out)["findings"] if one["code"] == "print.unknown-icon"]
    assert (outcome.code, told["severity"], told["location"]["line"]) == (0, "warning", 2)
    assert told["message"].startswith("Turul szövegében {icon:stra} áll")
    assert told["suggestions"][0] == "{icon:star}"
    words = [one.words for one in laid_out((folder / "p.pdf").read_bytes())[0]]
    assert "{icon:stra}és{{x}},{}" in words[0]
    assert "icon" not in words[1]


def test_strict_takes_an_unknown_token_for_an_error(command: Command, folder: Path) -> None:
    path = table(folder, [["Turul", "{mana}", 1, ""]])
    assert command("print", "cards", str(path), "-o", "p.pdf", "--strict").code == 1
    assert not (folder / "p.pdf").exists()


def test_tokens_of_the_users_own_template_are_theirs(command: Command, folder: Path) -> None:
    (folder / "my.html.j2").write_text("<div>{{ face.text | replace('{mana}', '*') }}</div>", encoding="utf-8")
    path = table(folder, [["Turul", "{mana}", 1, ""]])
    outcome = command("print", "cards", str(path), "-o", "p.pdf", "--template", "my.html.j2")
    assert "print.unknown-icon" not in outcome.err


def test_texts_of_proxies_are_looked_through_too(command: Command, folder: Path) -> None:
    (folder / "pool.csv").write_text("id,name,text\n1,Turul,{vp} kell hozzá\n", encoding="utf-8")
    (folder / "deck.txt").write_text("2 Turul\n", encoding="utf-8")
    outcome = command("print", "proxies", "deck.txt", "-g", "hkk", "--pool", "pool.csv", "--lang", "en", "-o", "p.pdf")
    assert outcome.code == 0
    assert outcome.err.count("print.unknown-icon the text of Turul has {vp}") == 1


@pytest.mark.parametrize("language", ["hu,en", "HU,en", "hu, en"])
def test_errors_are_told_in_the_first_of_two_languages(language: str, command: Command) -> None:
    outcome = command("print", "cards", "uno", "--only", "nincsilyen", "--lang", language)
    assert (outcome.code, "nincs „nincsilyen” nevű lap" in outcome.err or "nincsilyen” nevű" in outcome.err) == (
        2,
        True,
    )
    assert "no card is called" not in outcome.err


def test_the_help_of_cards_and_proxies_tells_of_two_languages(command: Command) -> None:
    for document in ("cards", "proxies"):
        assert "two such as hu,en" in command("print", document, "--help", "--lang", "en").out
        assert "két nyelv vesszővel" in " ".join(command("print", document, "--help", "--lang", "hu,en").out.split())
    assert "two such as" not in command("print", "reference", "--help", "--lang", "en").out


def test_a_text_that_is_not_there_in_the_language_is_printed_in_the_one_there_is(
    command: Command, folder: Path
) -> None:
    (folder / "pool.csv").write_text("id,name,text\n1,Turul,Repül és véd.\n", encoding="utf-8")
    (folder / "deck.txt").write_text("1 Turul\n", encoding="utf-8")
    assert (
        command("print", "proxies", "deck.txt", "-g", "hkk", "--pool", "pool.csv", "--lang", "en", "-o", "p.pdf").code
        == 0
    )
    assert "Repülésvéd." in laid_out((folder / "p.pdf").read_bytes())[0][0].words


def test_economy_spares_the_ground_of_a_card_with_a_picture_and_keeps_the_picture(
    command: Command, folder: Path
) -> None:
    Image.new("RGB", (600, 400), (200, 30, 30)).save(folder / "kard.png")
    path = table(folder, [["Kard", "Üt.", 1, "kard.png", "blue"]], "name,text,qty,image,colour")
    counted = {}
    for flags in ((), ("--economy",)):
        assert command("print", "cards", str(path), "--images", ".", "--backs", "none", "-o", "p.pdf", *flags).code == 0
        page = pypdfium2.PdfDocument((folder / "p.pdf").read_bytes())[0].render(scale=1).to_pil().convert("RGB")
        pixels = [page.getpixel((x, y)) for x in range(page.width) for y in range(page.height)]
        counted[flags] = (
            sum(red > 150 > 80 > green for red, green, _ in pixels),
            sum(blue > 120 and red < 80 for red, _, blue in pixels),
        )
    assert abs(counted[()][0] - counted["--economy",][0]) < 0.05 * counted[()][0]
    assert counted[()][1] > 3000
    assert counted["--economy",][1] < 100


def test_three_languages_are_one_too_many(command: Command) -> None:
    outcome = command("print", "cards", "uno", "--lang", "en,hu,pl")
    assert outcome.code == 2
    assert "cards say their words in two languages at most" in outcome.err
