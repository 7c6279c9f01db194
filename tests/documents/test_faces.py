from __future__ import annotations

from dataclasses import fields, replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.documents.card_faces import game_cards, proxies
from cardtools.documents.faces import ColourView, Face
from cardtools.documents.inks import READABLE, contrast
from cardtools.model.card import Card

few = st.text(alphabet='aő"\\,: ', max_size=4)
colour_views = st.builds(ColourView, id=few, name=few, hex=few, ink=few, sign=st.none() | few)
faces = st.builds(
    Face,
    template=few,
    side=st.sampled_from(["front", "back"]),
    lang=few,
    game=few,
    game_name=few,
    card_id=few,
    type=few,
    name=few,
    corner=few,
    type_line=few,
    text=st.none() | few,
    points=few,
    value=st.none() | st.integers(0, 9),
    colours=st.lists(colour_views, max_size=2).map(tuple),
    cost=st.none() | few,
    damage=st.none() | few,
    life=st.none() | few,
    label=few,
    accent=few,
    palette=st.lists(colour_views, max_size=2).map(tuple),
    blanks=st.lists(few, max_size=2).map(tuple),
    subtitle=few,
    picture=few.map(lambda name: f"/tmp/anywhere/{name}x.png"),  # noqa: S108 - nothing is written there
    missing=few,
    extra=st.lists(st.tuples(few, few), max_size=2).map(tuple),
)


@given(faces)
@settings(deadline=None, max_examples=50)
def test_equal_faces_have_the_equal_key(face: Face) -> None:
    other = replace(face)
    assert other is not face
    assert other.key == face.key


@given(faces, faces)
@settings(deadline=None, max_examples=50)
def test_different_faces_have_different_keys(one: Face, other: Face) -> None:
    assume(one != other)
    assert one.key != other.key


@given(faces, faces, st.sampled_from([field.name for field in fields(Face)]))
@settings(deadline=None, max_examples=50)
def test_a_change_of_any_single_part_changes_the_key(face: Face, other: Face, part: str) -> None:
    changed = replace(face, **{part: getattr(other, part)})
    assume(changed != face)
    assert changed.key != face.key


def test_the_folder_of_a_picture_makes_no_difference_and_its_name_does() -> None:
    face = Face("t", "front", "hu", "g", "G", picture="/egyik/kep.jpg")
    assert replace(face, picture="/másik/kep.jpg").key == face.key
    assert replace(face, picture="/egyik/mas.jpg").key != face.key
    assert replace(face, picture="").key != face.key


def test_the_address_of_a_picture_has_no_signs_that_steer() -> None:
    url = Face("t", "front", "hu", "g", "G", picture='/egy "szép" kép/#1?.jpg').picture_url
    assert url == "file:///egy%20%22sz%C3%A9p%22%20k%C3%A9p/%231%3F.jpg"
    assert Face("t", "front", "hu", "g", "G").picture_url == ""


def test_everything_that_is_read_on_a_face_is_among_its_words() -> None:
    view = ColourView("c", "vörös", "#aa0000", "#ffffff", None)
    face = Face(
        "t", "front", "hu", "g", "G", name="név", subtitle="alcím", type_line="típus", text="szöveg", corner="7",
        points="3", cost="2", damage="4", life="5", label="PROXY", missing="kep.png", colours=(view,),
        extra=(("Erő", "sok"),),
    )  # fmt: skip
    expected = {"név", "alcím", "típus", "szöveg", "7", "3", "2", "4", "5", "PROXY", "kep.png", "vörös", "sok"}
    assert set(face.words) == expected
    assert face.columns == {"Erő": "sok"}


def test_only_bold_italic_and_tokens_are_markup_in_a_text() -> None:
    runs = Face("t", "front", "hu", "g", "G", text="<b> **vastag** {{ x }} *dőlt* {icon:star} %nev%").runs
    assert [(run.kind, run.text) for run in runs if run.text.strip()] == [
        ("text", "<b>"), ("text", "vastag"), ("text", " {{ x }}"), ("text", "dőlt"), ("icon", "star"),
        ("text", " %nev%"),
    ]  # fmt: skip


def test_a_picture_makes_a_proxy_of_the_whole_card_and_fills_its_blanks() -> None:
    info = Desk.open("hu").catalog.info("hkk")
    cards = [(Card(id=str(n), name={"hu": f"Lap {n}"}), 2) for n in range(2)]
    first, second = proxies(info, cards, "hu", "PROXY", pictures={"0": "/tmp/a.jpg"})  # noqa: S108
    assert (first.front.picture, first.front.blanks, first.front.label) == ("/tmp/a.jpg", (), "PROXY")  # noqa: S108
    assert second.front.picture == ""
    assert second.front.blanks
    assert first.back_key == second.back_key == first.back.key


def test_what_is_not_known_differs_from_what_is_not_there() -> None:
    face = Face("t", "front", "hu", "g", "G", text=None, cost=None, damage=None, life=None)
    known = (replace(face, text=""), replace(face, cost=""), replace(face, damage=""), replace(face, life=""))
    assert len({face.key, *(one.key for one in known)}) == 5


names = st.text(alphabet="abcőű ", min_size=1, max_size=12)
cards = st.builds(
    Card,
    id=st.just("1"),
    name=names.map(lambda name: {"hu": name}),
    type=st.sampled_from([None, "monster", "a-type-of-nobody"]),
    colours=st.sampled_from([None, (), ("sheran",), ("sheran", "leah"), ("a-colour-of-nobody",)]),
    value=st.none() | st.integers(0, 9),
    points=st.none() | st.integers(0, 50),
    corner=st.none() | st.just("+2"),
    text=st.sampled_from([{}, {"hu": "Repül."}, {"en": "Flies."}, {"pl": "Lata."}]),
    cost=st.none() | st.sampled_from(["{vp}2", "3"]),
    damage=st.none() | st.integers(0, 99),
    life=st.none() | st.integers(0, 99),
    subtypes=st.sampled_from([(), ("ork",)]),
    rarity=st.none(),
    max_copies=st.none(),
    source=st.none(),
)


def words_of(face: Face) -> list[str]:
    own = [value for field in fields(Face) if isinstance(value := getattr(face, field.name), str)]
    views = (*face.colours, *face.palette)
    return own + [value for view in views for value in (view.name, view.hex, view.ink, view.sign or "")]


@given(cards, st.sampled_from(["hu", "en", "pl"]))
@settings(deadline=None, max_examples=50)
def test_an_unknown_fact_is_never_the_word_none(card: Card, language: str) -> None:
    info = Desk.open("hu").catalog.info("hkk")
    for printed in (*proxies(info, [(card, 2)], language, "PROXY"), *game_cards(info, [card], language)):
        for face in (printed.front, printed.back):
            for word in words_of(face):
                assert "None" not in word
                assert "()" not in word


@given(cards)
@settings(deadline=None, max_examples=50)
def test_a_known_fact_stands_on_the_proxy(card: Card) -> None:
    info = Desk.open("hu").catalog.info("hkk")
    (printed,) = proxies(info, [(card, 3)], "hu", "PROXY")
    front = printed.front
    assert printed.copies == 3
    assert front.name == card.name["hu"]
    assert front.label == "PROXY"
    assert front.text == next(filter(None, (card.text.get("hu"), card.text.get("en"), *card.text.values())), None)
    for value, shown in ((card.damage, front.damage), (card.life, front.life)):
        if value is not None:
            assert shown == str(value)


def test_the_proxies_of_one_list_share_one_back() -> None:
    info = Desk.open("hu").catalog.info("hkk")
    made = list(proxies(info, [(Card(id=str(n), name={"hu": f"Lap {n}"}), 1) for n in range(5)], "hu", "PROXY"))
    assert len({one.back.key for one in made}) == 1
    assert len({one.front.key for one in made}) == 5


def test_every_card_of_every_game_has_a_face_of_its_own_in_every_language() -> None:
    catalog = Desk.open("en").catalog
    seen = 0
    for game in catalog.game_ids():
        info = catalog.info(game)
        file = catalog.cards(info)
        for language in info.languages if file else ():
            made = list(game_cards(info, file.cards if file else (), language))
            keys = {one.front.key for one in made}
            assert len(keys) == len(made)
            assert not keys & {one.back.key for one in made}
            seen += len(made)
    assert seen


def test_letters_on_the_colours_of_every_game_can_be_read() -> None:
    catalog = Desk.open("en").catalog
    views = [
        view
        for game in catalog.game_ids()
        for one in game_cards(catalog.info(game), [Card(id="1", name={"en": "x"})], "en")
        for view in one.front.palette
    ]
    assert views
    for view in views:
        assert contrast(view.ink, view.hex) >= READABLE, view.name
