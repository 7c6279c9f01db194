"""The deck card: the last one of the proxies, with the list as a QR code that is read back from the paper here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import segno

from tests.cli.printed import laid_out
from tests.conftest import Outcome

Command = Callable[..., Outcome]
POOL = "1 | Életerő | Leah azonnali\r\n2 | Turulmadár | Raia szörny\r\n3 | Őrző | Tharr szörny\r\n"
LIST = "# Név: Hét kapu őrzői\n# Dátum: 2026-12-05\n3 Életerő\n1 Turulmadár\nKiegészítő pakli\n2 Őrző\n"
ARGUMENTS = ("print", "proxies", "deck.txt", "-g", "hkk", "--pool", "pool.txt", "-o", "p.pdf")
DPI = 600


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pool.txt").write_text(POOL, encoding="utf-8-sig")
    (tmp_path / "deck.txt").write_text(LIST, encoding="utf-8")
    return tmp_path


def share_code(command: Command) -> str:
    return command("deck", "code", "deck.txt", "-g", "hkk", "--pool", "pool.txt").out.strip()


def modules_read(pdf: bytes, card: tuple[float, float], count: int) -> tuple[list[list[bool]], float]:
    """Return the modules of the QR code in the middle of the last card, and how many mm one is wide."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[len(document) - 2]  # behind it are the backs
    at = laid_out(pdf, card)[-2][-1]
    image = page.render(scale=DPI / 72, grayscale=True).to_pil()
    per_mm = DPI / 25.4
    x, y = at.x_mm * per_mm, page.get_height() * DPI / 72 - at.y_mm * per_mm
    beside = (card[0] / 2 - 3.5) * per_mm  # the frame is further out
    around = range(-round(13 * per_mm), round(13 * per_mm))  # every code here is larger, and no word stands beside one
    columns = range(round(x - beside), round(x + beside))
    dark = [column for column in columns if any(image.getpixel((column, round(y + step))) < 128 for step in around)]
    left, one = dark[0], (dark[-1] + 1 - dark[0]) / count
    top = y - one * count / 2
    document.close()

    def is_dark(right: int, down: int) -> bool:
        return bool(image.getpixel((round(left + (right + 0.5) * one), round(top + (down + 0.5) * one))) < 128)

    return [[is_dark(right, down) for right in range(count)] for down in range(count)], one / per_mm


def check_code(command: Command, folder: Path, card: tuple[float, float] = (63.0, 88.0)) -> None:
    """The last card has the QR code of the list, large enough, and the code opens as the list."""
    code = share_code(command)
    pdf = (folder / "p.pdf").read_bytes()
    expected = [
        [bool(one) for one in row] for row in segno.make(code, error="m", micro=False, boost_error=False).matrix
    ]
    read, module_mm = modules_read(pdf, card, len(expected))
    assert read == expected
    assert module_mm >= 0.35
    opened = command("deck", "open", code, "-g", "hkk", "--pool", "pool.txt")
    assert "3 Életerő\n1 Turulmadár" in opened.out
    assert "2 Őrző" in opened.out


def test_the_list_can_be_read_back_from_the_last_card(command: Command, folder: Path) -> None:
    outcome = command(*ARGUMENTS, "--lang", "hu", "--deck-card", "-f", "tournament", "--report", "json")
    told = json.loads(outcome.out)
    assert (outcome.code, told["cards_read"], told["cards"]) == (0, 3, 7)
    last = laid_out((folder / "p.pdf").read_bytes())[0][-1].words
    for words in (
        "Hétkapuőrzői",
        "HatalomKártyái",
        "Verseny",
        "Pakli:4·Kiegészítőpakli:2",
        "2026-12-05",
        "cardtoolsdeckopen",
    ):
        assert words in last
    check_code(command, folder)


@pytest.mark.parametrize(
    ("flags", "card"),
    [
        (("--economy",), (63.0, 88.0)),
        (("--lang", "hu,en"), (63.0, 88.0)),
        (("--size", "mini-euro"), (44.0, 68.0)),
        (("--size", "square"), (70.0, 70.0)),
        (("--size", "tarot"), (70.0, 120.0)),
        (("--copies", "1", "--only", "Őrző"), (63.0, 88.0)),
    ],
)
def test_it_can_be_read_however_it_is_printed(
    flags: tuple[str, ...], card: tuple[float, float], command: Command, folder: Path
) -> None:
    assert command(*ARGUMENTS, "--deck-card", *flags).code == 0
    check_code(command, folder, card)


def test_it_has_the_common_back_and_is_one_card_whatever_the_copies(command: Command, folder: Path) -> None:
    assert command(*ARGUMENTS, "--deck-card", "--copies", "2", "--only", "Őrző", "--lang", "en").code == 0
    fronts, backs = laid_out((folder / "p.pdf").read_bytes())
    assert [("cardtools" in one.words) for one in fronts] == [False, False, True]
    assert len({one.words for one in backs}) == 1
    assert len(backs) == 3


def test_without_the_flag_there_is_none(command: Command, folder: Path) -> None:
    assert command(*ARGUMENTS, "--lang", "en").code == 0
    assert all("cardtools" not in one.words for one in laid_out((folder / "p.pdf").read_bytes())[0])


def test_two_languages_say_the_counts_twice(command: Command, folder: Path) -> None:
    assert command(*ARGUMENTS, "--deck-card", "--lang", "hu,en").code == 0
    words = laid_out((folder / "p.pdf").read_bytes())[0][-1].words
    assert "Kiegészítőpakli:2" in words
    assert "Sidedeck:2" in words


def test_a_list_without_a_name_is_called_after_its_file(command: Command, folder: Path) -> None:
    (folder / "deck.txt").write_text("3 Életerő\n", encoding="utf-8")
    assert command(*ARGUMENTS, "--deck-card").code == 0
    assert "deck" in laid_out((folder / "p.pdf").read_bytes())[0][-1].words


def crowd(folder: Path, count: int) -> None:
    """Write a list, and a pool, of so many cards whose names have little in common."""
    names = [f"{number * 7919 % 99991:05d}{number * 104729 % 999983:06d} őrzője" for number in range(count)]
    (folder / "pool.txt").write_text(
        "".join(f"{number} | {name} | Raia szörny\r\n" for number, name in enumerate(names, start=1)), "utf-8-sig"
    )
    (folder / "deck.txt").write_text("".join(f"1 {name}\n" for name in names), encoding="utf-8")


def test_a_code_too_fine_to_be_read_is_refused_with_the_sums(command: Command, folder: Path) -> None:
    crowd(folder, 70)
    outcome = command(*ARGUMENTS, "--deck-card", "--size", "mini-euro", "--lang", "en")
    assert (outcome.code, outcome.out) == (1, "")
    assert "print.deck-card" in outcome.err
    assert "modules of 0.35 mm are" in outcome.err
    assert "44 × 68 mm has room for 36.0 mm" in outcome.err
    assert not (folder / "p.pdf").exists()
    assert command(*ARGUMENTS, "--deck-card", "--size", "tarot", "--lang", "en").code == 0


def test_a_draft_is_printed_without_a_code_that_has_no_room(command: Command, folder: Path) -> None:
    crowd(folder, 70)
    outcome = command(*ARGUMENTS, "--deck-card", "--size", "mini-euro", "--lang", "en", "--draft", "--report", "json")
    told = json.loads(outcome.out)
    assert (outcome.code, told["cards"], "print.deck-card" in [one["code"] for one in told["findings"]]) == (
        1,
        70,
        True,
    )


def test_a_format_that_there_is_not_is_told(command: Command) -> None:
    outcome = command(*ARGUMENTS, "--deck-card", "-f", "nosuch")
    assert (outcome.code, "usage.unknown-format" in outcome.err) == (2, True)
