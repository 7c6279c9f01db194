"""Proxies of games that draw their cards: the same fronts, with the line that tells a proxy for one over them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import PrintedCard, lacking, outlined, proxies
from cardtools.documents.faces import Face
from cardtools.model.card import Card
from cardtools.render.faces import Trim
from tests.cli.printed import laid_out
from tests.conftest import Outcome
from tests.render.face_variants import cards_of, hardest, laid
from tests.render.game_faces import SIZES, TCG, Drawn

Command = Callable[..., Outcome]
GAMES = ("uno", "panda", "nepmesek", "unikornis")
LABEL = "PROXY – nem eladó"
SHOWN = "PROXY–nemeladó"
DPI = 300


def proxies_of(game: str, *, economy: bool = False) -> tuple[PrintedCard, ...]:
    """Return a proxy of every card of a box, as the game draws it."""
    desk = Desk.open("hu")
    info, file = desk.catalog.info(game), desk.catalog.cards(desk.catalog.info(game))
    assert file is not None
    made = proxies(
        info, [(card, 1) for card in file.cards], "hu", LABEL, texts_known=True,
        drawn={card.id for card in file.cards}, template=f"games/{game}/front.html.j2",
    )  # fmt: skip
    return tuple(outlined(made)) if economy else tuple(made)


def stamp_of(made: Drawn, face: Face) -> list[tuple[float, float, float, float]]:
    """Return where the letters of the stamp stand, which comes last on its card."""
    read = [letter for letter in made.letters_of(face.card_id) if letter.text.strip()]
    stamp = read[-len(SHOWN) :]
    assert "".join(letter.text for letter in stamp) == SHOWN, face.name
    return [(one.box.x_mm, one.box.y_mm, one.box.right_mm, one.box.y_mm + one.box.height_mm) for one in stamp]


@pytest.mark.parametrize("trim", [TCG, *(Trim(width, height, 0) for width, height in SIZES)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_stamp_covers_no_letter_and_stays_4_mm_inside(game: str, trim: Trim) -> None:
    faces = [card.front for card in hardest(proxies_of(game))]
    made = laid(faces, "hu", trim)
    for face in made.faces:
        stamp = stamp_of(made, face)
        left, low = min(box[0] for box in stamp), min(box[1] for box in stamp)
        right, high = max(box[2] for box in stamp), max(box[3] for box in stamp)
        assert right <= trim.width_mm - 3.9
        for letter in [one for one in made.letters_of(face.card_id) if one.text.strip()][: -len(SHOWN)]:
            box = letter.box
            aside = box.right_mm <= left or box.x_mm >= right
            assert aside or box.y_mm >= high or box.y_mm + box.height_mm <= low, (face.name, letter.text)
        assert not made.pack.verdicts[face.key].outside


@pytest.mark.parametrize("economy", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_proxy_is_the_card_of_the_game_and_the_stamp(game: str, economy: bool) -> None:
    card = next(iter(proxies_of(game, economy=economy)))
    real = next(iter(cards_of(game, "hu", economy=economy)))
    made = [laid([one.front], "hu") for one in (card, real)]
    assert made[0].text(card.front.card_id) == made[1].text(real.front.card_id) + SHOWN
    shown, plain = (
        pypdfium2.PdfDocument(one.pack.pdf)[0].render(scale=DPI / 72).to_pil().convert("RGB") for one in made
    )
    middle = (0, 0, round(55 * DPI / 25.4), shown.height)
    assert shown.crop(middle).tobytes() == plain.crop(middle).tobytes()
    assert white_beside(shown) == (255, 255, 255)
    assert (card.back.outlined or card.back.template) == "cards/proxy_back.html.j2"


def white_beside(picture: Image.Image) -> tuple[int, ...]:
    """Return the colour beside the first letter of the stamp, where its paper is."""
    pixel = picture.getpixel((round((63 - 5.6) * DPI / 25.4), round((88 * 0.45 + 13.4) * DPI / 25.4)))
    assert isinstance(pixel, tuple)
    return pixel


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("game", "name", "read"),
    [
        ("uno", "Piros 0", "000PROXY–nemeladó"),
        ("panda", "Kék 7", "777PROXY–nemeladó"),
        ("nepmesek", "+3-as lap", "+3+3+3PROXY–nemeladó"),
    ],
)
def test_a_listed_card_is_printed_as_the_game_draws_it_and_nothing_of_it_is_called_unknown(
    game: str, name: str, read: str, command: Command, folder: Path
) -> None:
    (folder / "deck.txt").write_text(f"1 {name}\n", encoding="utf-8")
    outcome = command("print", "proxies", "deck.txt", "-g", game, "--lang", "hu", "-o", "p.pdf")
    assert (outcome.code, "print.unknown-fact" in outcome.err) == (0, False)
    assert laid_out((folder / "p.pdf").read_bytes())[0][0].words == read


def test_a_card_of_a_pool_is_in_words_without_places_for_what_the_game_has_not(command: Command, folder: Path) -> None:
    (folder / "pool.csv").write_text("id,name,type,text\n1,Turul,wild,Repül.\n", encoding="utf-8")
    (folder / "deck.txt").write_text("1 Turul\n", encoding="utf-8")
    outcome = command("print", "proxies", "deck.txt", "-g", "uno", "--pool", "pool.csv", "--lang", "hu", "-o", "p.pdf")
    assert (outcome.code, "print.unknown-fact" in outcome.err) == (0, False)
    assert laid_out((folder / "p.pdf").read_bytes())[0][0].words == "TurulSzínválasztóRepül.PROXY–nemeladó"


def test_a_game_lacks_the_facts_that_no_card_has_or_leaves_unknown() -> None:
    plain, strong = Card(id="a", name={"hu": "A"}), Card(id="b", name={"hu": "B"}, damage=2, unknown=("life",))
    assert lacking([plain]) == {"cost", "damage", "life"}
    assert lacking([plain], [strong]) == {"cost"}


def test_a_proxy_in_words_leaves_no_place_for_what_the_game_lacks_and_one_for_what_is_unknown() -> None:
    info = Desk.open("hu").catalog.info("uno")
    cards = [(Card(id="a", name={"hu": "A"}), 1), (Card(id="b", name={"hu": "B"}, unknown=("cost",)), 1)]
    plain, unknown = proxies(info, cards, "hu", LABEL, texts_known=True, lacking=("cost", "damage", "life"))
    assert (plain.front.cost, plain.front.damage, plain.front.life, plain.front.blanks) == ("", "", "", ())
    assert (unknown.front.cost, unknown.front.damage, unknown.front.blanks) == (None, "", ("cost",))
    assert (plain.front.label, plain.front.stamp) == (LABEL, "")


def test_hkk_keeps_its_frame_and_the_places_of_what_is_not_known(command: Command, folder: Path) -> None:
    (folder / "deck.txt").write_text("1 Motyogó kínzómester\n", encoding="utf-8")
    outcome = command("print", "proxies", "deck.txt", "-g", "hkk", "--lang", "hu", "-o", "p.pdf")
    assert (outcome.code, "print.unknown-fact" in outcome.err) == (0, True)
    assert laid_out((folder / "p.pdf").read_bytes())[0][0].words.endswith(SHOWN)
