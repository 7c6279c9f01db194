"""Cards in two languages and in outlines, of every game and of any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import NO_BACK, OUTLINED, PrintedCard, game_cards, outlined, proxies
from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.model.card import Card
from cardtools.render.own_templates import OwnTemplates
from cardtools.store.workspace import shipped
from tests.render.face_variants import bare, cards_of, hardest, ink, laid
from tests.render.game_faces import Drawn
from tests.render.making import logged
from tests.render.reading import squeezed

OWN = ("uno", "unikornis", "hkk")
"""Games whose own templates say both languages."""
GAMES = ("uno", "unikornis", "hkk", "panda", "nepmesek")
PAIRS = (("hu", "en"), ("en", "hu"))


def both(game: str, pair: tuple[str, str], *, generic: bool = False) -> tuple[tuple[PrintedCard, ...], Drawn]:
    cards = hardest(cards_of(game, *pair, generic=generic))
    with logged() as told:
        found = laid([*(card.front for card in cards), cards[0].back], pair[0])
    assert told == []
    return cards, found


def check_both_are_said(made: Drawn) -> None:
    said = 0
    for face in (one for one in made.faces if one.side == "front" and one.second):
        assert face.second is not None
        read = bare(made.text(face.card_id))
        if face.type == "number":  # a number says the same in all languages
            continue
        for words in (face.second.name if face.game != "uno" else face.second.type_line, face.second.text):
            said += bool(words)
            assert bare(words) in read, face.name
        assert bare(face.text or "") in read
    assert said


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("game", OWN)
def test_names_and_texts_are_said_in_both_languages(game: str, pair: tuple[str, str]) -> None:
    _, made = both(game, pair)
    check_both_are_said(made)
    assert [face.name for face in made.faces if made.pack.verdicts[face.key].outside] == []
    assert made.pack.smallest_pt >= 6


@pytest.mark.parametrize("game", GAMES)
def test_the_face_for_any_game_says_both_languages(game: str) -> None:
    cards, made = both(game, ("hu", "en"), generic=True)
    for card in cards:
        second = card.front.second
        assert second is not None
        read = bare(made.text(card.front.card_id))
        assert bare(second.name) in read
        assert bare(second.text) in read
    assert made.pack.smallest_pt >= 6


def test_the_second_language_is_smaller_and_stands_under_the_first() -> None:
    card = Card(id="a", name={"hu": "Ősvakond", "en": "Zebra"}, text={"hu": "Húzz két lapot!", "en": "Jump back!"})
    info = Desk.open("hu").catalog.info("hkk")
    faces = [one.front for one in proxies(info, [(card, 1)], "hu", "PROXY", second="en")]
    made = laid(faces, "hu")
    by_letter = {letter.text: letter for letter in made.letters_of("a")}
    for first, second in (("Ő", "Z"), ("H", "J")):
        assert by_letter[first].size_pt > by_letter[second].size_pt >= 6 - 0.05
        assert by_letter[first].box.y_mm > by_letter[second].box.y_mm


def test_what_both_languages_call_alike_is_said_once() -> None:
    made = {card.front.card_id: card.front for card in cards_of("unikornis", "hu", "en")}
    assert made["baby-narwhal"].second is not None
    assert made["baby-narwhal"].second.name == ""
    assert made["queen-bee-unicorn"].second is not None
    assert made["queen-bee-unicorn"].second.name == "Queen Bee Unicorn"


def test_a_text_known_in_the_second_language_only_is_printed_not_ruled() -> None:
    info = Desk.open("en").catalog.info("hkk")
    card = Card(id="a", name={"hu": "Gnóm"}, text={"hu": "Repül."}, unknown=("cost",))
    (one,) = game_cards(info, [card], "en", second="hu")
    assert one.front.text == "Repül."
    assert one.front.second is not None
    assert one.front.second.text == ""


def test_a_letter_of_the_second_language_that_our_fonts_lack_is_refused() -> None:
    info = Desk.open("hu").catalog.info("hkk")
    card = Card(id="a", name={"hu": "Gnóm", "en": "漢"})
    faces = [one.front for one in proxies(info, [(card, 1)], "hu", "PROXY", second="en")]
    with pytest.raises(CardtoolsError) as refusal:
        laid(faces, "hu")
    assert [finding.code for finding in refusal.value.findings] == ["print.letters"]


def test_a_second_language_is_markup_no_more_than_the_first() -> None:
    info = Desk.open("hu").catalog.info("hkk")
    hard = "<b>{{ 7 * 7 }}</b> & %s"
    card = Card(id="a", name={"hu": "Gnóm", "en": hard}, text={"hu": "Repül.", "en": hard})
    faces = [one.front for one in proxies(info, [(card, 1)], "hu", "PROXY", second="en")]
    assert laid(faces, "hu").text("a").count(squeezed(hard)) == 2


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_outlines_spare_most_of_the_ink_and_none_of_the_words(game: str, generic: bool) -> None:
    plain = hardest(cards_of(game, "hu", generic=generic))
    spared = tuple(outlined(plain))
    with logged() as told:
        full, light = (laid([*(card.front for card in cards), cards[0].back], "hu") for cards in (plain, spared))
    assert told == []
    for face in full.faces:
        assert full.text(face.card_id) == light.text(face.card_id)
    inks = [[ink(made.picture(face.card_id)) for face in made.faces] for made in (full, light)]
    assert sum(inks[1]) < 0.6 * sum(inks[0])
    if game in OWN:
        assert max(inks[1]) < 0.16


def test_outlines_are_white_where_the_card_was_full_of_colour() -> None:
    card = next(one for one in cards_of("uno", "hu", economy=True) if one.front.card_id == "wild")
    picture = laid([card.front], "hu").picture("wild")
    assert picture.getpixel((3, picture.height // 3)) == (255, 255, 255)


def test_a_card_that_is_a_picture_or_nothing_has_no_outlines() -> None:
    face = Face("cards/proxy.html.j2", "front", "hu", "x", "x", picture="/a.jpg")
    back = Face(NO_BACK, "back", "hu", "x", "x")
    (made,) = outlined([PrintedCard(face, back, 1)])
    assert made == PrintedCard(face, back, 1)
    (again,) = outlined(outlined([PrintedCard(Face("x", "front", "hu", "x", "x"), back, 1)]))
    assert (again.front.template, again.front.outlined) == (OUTLINED, "x")


def test_a_users_template_in_ten_lines_restyles_a_game_in_both_languages_and_in_outlines(tmp_path: Path) -> None:
    own = tmp_path / "front.html.j2"
    own.write_text(
        '{% from "cards/art.html.j2" import plan %}\n'
        '{% from "cards/fit.html.j2" import fit with context %}\n'
        "{% set hue = face.colours[0].hex if face.colours else face.accent %}\n"
        "{% set drawing %}\n"
        "<path fill='{{ hue }}' d='M-9-9H{{ width_mm + 9 }}V{{ height_mm + 9 }}H-9Z'/>\n"
        "<rect x='4' y='20' width='{{ width_mm - 8 }}' height='{{ height_mm - 24 }}' rx='3' fill='#ffffff'/>\n"
        "{% endset %}\n"
        "{{ plan(drawing, width_mm, height_mm, bleed_mm) }}\n"
        '{{ fit(face, "name", face.name, 14, "mine", "left:5mm;right:5mm;top:5mm;height:13mm;color:#fff",'
        ' second=face.second.name if face.second else "") }}\n'
        '{{ fit(face, "text", face.text or "", 11, "mine", "left:6mm;right:6mm;top:22mm;bottom:6mm") }}\n',
        encoding="utf-8",
    )
    desk = Desk.open("hu")
    info = desk.catalog.info("unikornis")
    file = desk.catalog.cards(info)
    assert file is not None
    templates = OwnTemplates(shipped("templates"), own)
    cards = list(game_cards(info, file.cards, "hu", second="en", own=(own.name,)))
    assert cards[0].back.template == "games/unikornis/back.html.j2"
    wanted = [card for card in cards if card.front.card_id in ("queen-bee-unicorn", "neigh")]
    for made in (wanted, list(outlined(wanted))):
        drawn = laid([*(card.front for card in made), made[0].back], "hu", templates=templates)
        assert "QueenBeeUnicorn" in drawn.text("queen-bee-unicorn")
        assert "Méhkirálynő" in drawn.text("queen-bee-unicorn")
