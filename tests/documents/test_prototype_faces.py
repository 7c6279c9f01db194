from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.inks import PAPER, READABLE, contrast, mixed
from cardtools.documents.prototype_colours import _NAMED, Palette, hex_of, readable_ink
from cardtools.documents.prototype_faces import Look, Shown, accent, picture_box, placeholder, prototype_cards
from cardtools.model.finding import Finding
from cardtools.model.printing import Size
from cardtools.store.card_tables import parse_card_table
from cardtools.store.workspace import shipped

LOOK = Look("hu", "lapok")
hexes = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def cards_of(text: str) -> tuple[tuple[PrintedCard, ...], tuple[Finding, ...]]:
    return prototype_cards(parse_card_table(text.encode(), "lapok.csv"), LOOK)


@given(hexes)
@settings(deadline=None, max_examples=50)
def test_letters_can_be_read_on_every_colour_and_its_accent_on_paper(colour: str) -> None:
    assert contrast(readable_ink(colour), colour) >= READABLE
    dark = accent(colour)
    assert contrast(dark, mixed(colour, PAPER, 0.9)) >= READABLE
    assert contrast(dark, PAPER) >= READABLE


@pytest.mark.parametrize("colour", [named[1] for named in _NAMED], ids=[named[0] for named in _NAMED])
def test_letters_can_be_read_on_every_colour_that_has_a_name(colour: str) -> None:
    assert contrast(readable_ink(colour), colour) >= READABLE
    assert contrast(accent(colour), mixed(colour, PAPER, 0.9)) >= READABLE


@pytest.mark.parametrize(
    ("names", "same"),
    [
        ("piros red czerwony červená", "#c23b2e"), ("kék blue niebieski modrá", "#2a66a3"),
        ("zöld green zielony zelená", "#3b8046"), ("sárga yellow żółty žlutá žltá", "#edbd27"),
        ("fekete black czarny černá čierna", "#2b2a2d"), ("fehér white biały bílá biela", "#f3efe4"),
        ("lila purple fioletowy fialová", "#74458f"), ("szürke grey gray szary šedá sivá", "#7f858b"),
    ],
)  # fmt: skip
def test_a_colour_has_a_name_in_each_of_our_languages(names: str, same: str) -> None:
    assert {hex_of(name) for name in names.split()} == {same}
    assert hex_of(names.split(" ", maxsplit=1)[0].upper()) == same


@pytest.mark.parametrize("word", ["", "pirosas", "#12", "#12345g", "12345", "#1234567", "rgb(1,2,3)", "url(x)"])
def test_what_is_no_colour_is_none(word: str) -> None:
    assert hex_of(word) is None


def test_colours_are_told_apart_without_colour_by_signs_of_their_own() -> None:
    palette = Palette(named[1] for named in _NAMED)
    signs = [palette.sign(named[1]) for named in _NAMED]
    assert len(set(signs)) == len(_NAMED)
    drawn = {path.stem for path in (shipped("templates") / "icons").glob("*.svg")}
    assert set(signs) <= drawn


@given(st.lists(hexes, min_size=2, max_size=6, unique=True))
@settings(deadline=None, max_examples=50)
def test_colours_without_a_name_have_signs_of_their_own_too(colours: list[str]) -> None:
    palette = Palette([*colours, "piros"])
    assert palette.sign(str(hex_of("piros"))) == "flame"
    others = [palette.sign(colour) for colour in colours if colour != hex_of("piros")]
    assert len({*others, "flame"}) == len(others) + 1


@pytest.mark.parametrize("cell", ["piros/kék", "piros, kék", "piros;kék", "piros és kék", "red + blue", "piros-kék"])
def test_several_colours_stand_in_one_cell(cell: str) -> None:
    views, unknown = Palette().views(cell)
    assert [view.hex for view in views] == ["#c23b2e", "#2a66a3"]
    assert unknown == ()


def test_a_colour_nobody_knows_is_a_warning_with_a_suggestion_and_its_row() -> None:
    (card,), (told,) = cards_of("név,szín\nA,pirs/kék")
    assert (told.code, told.severity, told.location.line) == ("print.unknown-colour", "warning", 2)
    assert told.params["colour"] == "pirs"
    assert "piros" in told.suggestions
    assert [view.name for view in card.front.colours] == ["kék"]


def test_more_colours_than_a_card_shows_are_told() -> None:
    (card,), told = cards_of('név,szín\nA,"piros,kék,zöld,sárga,lila"')
    assert len(card.front.colours) == 4
    assert [one.params["colour"] for one in told] == ["lila"]


def test_without_a_column_for_backs_all_cards_share_one() -> None:
    cards, _ = cards_of("név\nA\nB")
    assert len({card.back_key for card in cards}) == 1
    assert cards[0].back_key is not None


def test_half_the_deck_has_backs_and_the_other_half_has_none() -> None:
    cards, told = cards_of("név,hátlap\n" + "".join(f"Lap {n},{'Esemény' if n % 2 else ''}\n" for n in range(8)))
    assert [card.back_key is None for card in cards] == [True, False] * 4
    assert len({card.back_key for card in cards}) == 2
    assert told == ()


def test_a_back_is_words_or_a_colour_or_both() -> None:
    cards, told = cards_of("név;hátlap;hátlap színe\nA;Esemény;\nB;piros;\nC;piros;kék\nD;;#fc0\nE;piros/kék;\n")
    backs = [(card.back.text, card.back.colours[0].hex if card.back.colours else "") for card in cards]
    assert backs == [
        ("Esemény", ""), ("", "#c23b2e"), ("piros", "#2a66a3"), ("", "#ffcc00"), ("", "#c23b2e"),
    ]  # fmt: skip
    assert told == ()


def test_what_a_row_says_stands_on_its_face_letter_by_letter() -> None:
    hard = 'Kard & <Pajzs> ""éles"" <b> {{ x }} %nev%'
    (card,), _ = cards_of(
        f'név,alcím,típus,költség,szöveg,sarok,érték,id\n"{hard}","{hard}",t,007,"{hard}",3/4,TRUE,1e5'
    )
    plain = hard.replace('""', '"')
    front = card.front
    assert (front.name, front.subtitle, front.text) == (plain, plain, plain)
    assert (front.type_line, front.cost, front.corner, front.points, front.card_id) == (
        "t",
        "007",
        "3/4",
        "TRUE",
        "1e5",
    )


def test_an_own_template_gets_the_columns_nobody_else_knows() -> None:
    table = parse_card_table("név;Erő\nA;3".encode(), "lapok.csv")
    (card,), _ = prototype_cards(table, Look("hu", "lapok", front="sajat.html.j2"))
    assert card.front.template == "sajat.html.j2"
    assert card.front.columns == {"Erő": "3"}


def test_pictures_and_placeholders_stand_where_their_row_has_them() -> None:
    table = parse_card_table(b"name,back\nA,x\nB,k.png", "lapok.csv")
    first, second = table.rows
    shown = {first: Shown(front="/p/a.jpg"), second: Shown(front_missing="b.png", back_missing="k.png")}
    (one, other), _ = prototype_cards(table, LOOK, shown)
    assert (one.front.picture, one.front.missing, one.back.text) == ("/p/a.jpg", "", "x")
    assert (other.front.picture, other.front.missing) == ("", "b.png")
    assert (other.back.missing, other.back.text) == ("k.png", "")


def test_a_placeholder_has_no_letter_that_could_stop_the_print() -> None:
    assert placeholder("\u05d3\U0001f409.png\n") == "??.png?"
    assert len(placeholder("x" * 300)) == 40


@pytest.mark.parametrize("size", [(63, 88), (44, 68), (70, 70), (70, 120), (57.15, 88.9), (20, 20), (300, 200)])
def test_the_window_for_pictures_lies_within_the_card(size: tuple[float, float]) -> None:
    width, height = picture_box(Size(id="x", width_mm=size[0], height_mm=size[1], source="made for tests"))
    assert 0 < width <= size[0] - 6
    assert 0 < height < size[1]
