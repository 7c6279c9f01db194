from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardtools.model.game import CardsFile, Colour
from cardtools.store.series import write_out
from cardtools.store.yaml_files import Document, load, parse_yaml
from tests.factories import places, refused

COLOURS = (
    Colour(id="red", name={"en": "red", "hu": "piros"}, letter="r"),
    Colour(id="blue", name={"en": "blue", "hu": "kék"}),
)


def written(text: str) -> Document:
    return write_out(parse_yaml(text.encode(), Path("cards.yaml")), COLOURS)


def cards(text: str) -> list[dict[str, Any]]:
    data = written(text).data
    assert isinstance(data, dict)
    listed: Any = data["cards"]
    return list(listed)


def test_a_series_is_a_card_of_every_combination_in_order() -> None:
    series = 'cards:\n  - {each: {colour: [red, blue], n: [1, 2]}, id: "{colour}-{n}"}\n'
    assert [card["id"] for card in cards(series)] == ["red-1", "red-2", "blue-1", "blue-2"]


def test_the_each_of_a_series_is_no_key_of_its_cards() -> None:
    assert cards('cards:\n  - {each: {n: [1]}, id: "{n}", value: "{n}"}\n') == [{"id": "1", "value": "1"}]


def test_cards_beside_a_series_stay_as_they_are_and_where_they_are() -> None:
    text = 'cards:\n  - {id: a, name: {en: "{colour} x"}}\n  - {each: {n: [1]}, id: "{n}"}\n  - {id: b}\n'
    assert cards(text) == [{"id": "a", "name": {"en": "{colour} x"}}, {"id": "1"}, {"id": "b"}]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("{colour}", "red"),
        ("{colour.letter}7", "r7"),
        ("{colour.hu} lap", "piros lap"),
        ("{colour.en} card", "red card"),
        ("{colour.pl} karta", "red karta"),
        ("{n}{n}", "55"),
        ("{other} {colour.letter}", "{other} r"),
        ("{vp}2", "{vp}2"),
    ],
)
def test_slots_outside_texts_become_the_id_the_letter_or_a_name(value: str, words: str) -> None:
    assert cards(f'cards:\n  - {{each: {{colour: [red], n: [5]}}, id: "{value}"}}\n') == [{"id": words}]


def test_a_colour_without_a_letter_gives_its_id() -> None:
    assert cards('cards:\n  - {each: {colour: [blue]}, id: "{colour.letter}"}\n') == [{"id": "blue"}]


def test_texts_name_the_colour_in_their_own_language_and_names_begin_with_a_capital() -> None:
    (card,) = cards(
        "cards:\n  - each: {colour: [red]}\n"
        '    name: {hu: "{colour} 7", en: "{colour} 7", sk: "{colour} 7"}\n'
        '    text: {hu: "a {colour}", en: "{colour}, then {colour.hu}"}\n'
    )
    assert card["name"] == {"hu": "Piros 7", "en": "Red 7", "sk": "Red 7"}
    assert card["text"] == {"hu": "a piros", "en": "red, then piros"}


def test_slots_are_filled_inside_lists_and_mappings() -> None:
    (card,) = cards('cards:\n  - {each: {n: [3]}, tokens: ["r{n}", "{n}r"], more: {deep: ["{n}"]}, none: ~}\n')
    assert card == {"tokens": ["r3", "3r"], "more": {"deep": ["3"]}, "none": None}


def test_an_item_that_is_no_colour_is_only_a_word() -> None:
    assert cards('cards:\n  - {each: {colour: [grey]}, id: "{colour}", name: {hu: "{colour}"}}\n') == [
        {"id": "grey", "name": {"hu": "Grey"}}
    ]


@pytest.mark.parametrize(
    "each",
    ["~", "[]", "{}", "red", "{n: ~}", "{n: []}", "{n: 3}", "{n: {a: b}}", "{n: [~]}", "{n: [[1]]}", "{n: [{a: b}]}"],
)
def test_a_series_that_is_none_is_refused_where_it_stands(each: str) -> None:
    text = f"source: s\ncards:\n  - id: a\n  - id: b\n    each: {each}\n"
    assert places(refused(lambda: written(text))) == [("data.series", 5, 5)]


@pytest.mark.parametrize(
    "text",
    [
        "cards:\n  - each: {n: [" + "1, " * 2001 + "]}\n",
        "cards:\n  - each: {" + ", ".join(f"{one}: [1, 2, 3, 4, 5, 6, 7, 8, 9]" for one in "abcdefgh") + "}\n",
    ],
    ids=["long", "wide"],
)
def test_a_series_of_more_than_two_thousand_cards_is_refused(text: str) -> None:
    assert places(refused(lambda: written(text))) == [("data.series", 2, 5)]


def test_many_series_together_make_two_thousand_cards_at_most() -> None:
    series = "  - each: {n: [" + "1, " * 1001 + "]}\n"
    assert places(refused(lambda: written(f"cards:\n{series}{series}"))) == [("data.series", 3, 5)]


@pytest.mark.parametrize(
    "card",
    [
        f"each: {{n: [{'x' * 50_000}]}}, id: '{'{n}' * 1000}'",
        f"each: {{n: [{'1, ' * 2000}]}}, id: '{'{n}' * 30_000}'",
        f"each: {{n: [{'1, ' * 2000}]}}, tokens: [{'a, ' * 20_000}]",
    ],
    ids=["long items", "many slots", "many values"],
)
def test_a_series_that_would_fill_the_memory_is_refused(card: str) -> None:
    assert places(refused(lambda: written(f"cards:\n  - {{{card}}}\n"))) == [("data.series", 2, 6)]


def test_the_places_kept_grow_with_the_cards_and_not_with_their_square() -> None:
    series = "cards:\n  - each: {n: [" + "1, " * 2000 + ']}\n    id: "{n}"\n'
    assert len(written(series).positions) < 3 * 2000


def test_cards_that_are_written_out_already_are_not_limited() -> None:
    assert len(cards("cards:\n" + "  - {id: a}\n" * 2500)) == 2500


@pytest.mark.parametrize("text", ["", "[]", "cards: 3", "cards: {a: 1}", "other: 1"])
def test_a_file_without_a_list_of_cards_is_left_to_the_model(text: str) -> None:
    assert written(text).data == parse_yaml(text.encode(), Path("x")).data


def test_findings_about_cards_of_a_series_point_at_the_series() -> None:
    text = (
        "cards:\n"
        "  - each: {n: [1, 2]}\n"
        '    id: "{n}"\n'
        "    name: {en: A}\n"
        '    value: "x{n}"\n'
        "  - id: last\n"
        "    name: {en: B}\n"
        "    valeu: 3\n"
    )
    findings = refused(lambda: load(CardsFile, written(text)))
    assert places(findings) == [
        ("data.missing-key", 1, 1),
        ("data.value", 5, 5),
        ("data.value", 5, 5),
        ("data.unknown-key", 8, 5),
    ]
    assert [finding.params["value"] for finding in findings[1:3]] == ["x1", "x2"]
