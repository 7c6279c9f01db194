from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import xlsxwriter

from cardtools.model.card import Card, Pool
from cardtools.store.pools.overlay import Overlaid, lay_over_pool
from tests.factories import card, codes, game_info, places, refused

INFO = game_info()
CARDS = (card("Turul", id="1"), card("Griff", id="2"), card("Életerő", id="3"), card("Eletero", id="4"))


def pool_of(*cards: Card, facts: Sequence[str] = ("colours", "type")) -> Pool:
    return Pool(
        schema="cardtools.pool/1",
        game="toy",
        source="cards.txt",
        language="hu",
        facts=tuple(facts),
        cards=cards or CARDS,
    )


def laid(folder: Path, text: str, name: str = "mine.yaml", pool: Pool | None = None) -> Overlaid:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return lay_over_pool(pool or pool_of(), path, INFO)


def cards_of(overlaid: Overlaid) -> dict[str, Card]:
    return {one.name["hu"]: one for one in overlaid.pool.cards}


YAML = (
    'Turul: {szöveg: Repül., költség: 2, jelek: [isteni], kezdőkéz: 7, starting_life: 30, alone: yes}\n"2": {SB: 3}\n'
)
JSON = json.dumps(
    [
        {
            "id": "1",
            "text": "Repül.",
            "cost": "2",
            "marks": "isteni",
            "opening_hand": 7,
            "starting_life": 30,
            "alone": True,
        },
        {"name": "griff", "damage": 3},
    ]
)
CSV = "id;név;szöveg;költség;jelek;kezdőkéz;kezdő ÉP;alone;SB\n1;;Repül.;2;isteni;7;30;igen;\n;GRIFF;;;;;;;3\n"


@pytest.mark.parametrize(("text", "name"), [(YAML, "a.yaml"), (JSON, "a.json"), (CSV, "a.csv")])
def test_facts_are_laid_over_by_id_or_name_from_any_file(tmp_path: Path, text: str, name: str) -> None:
    overlaid = laid(tmp_path, text, name)
    turul, griff = overlaid.pool.cards[:2]
    assert turul.model_dump(exclude_defaults=True, exclude={"unknown"}) == {
        "id": "1",
        "name": {"hu": "Turul"},
        "type": "monster",
        "colours": ("raia",),
        "text": {"hu": "Repül."},
        "cost": "2",
        "marks": ("divine", "alone"),
        "opening_hand": 7,
        "starting_life": 30,
    }
    assert griff.damage == 3
    assert overlaid.cards == 2
    assert overlaid.pool.source == f"cards.txt, {name}"


def test_a_spreadsheet_is_an_overlay_too(tmp_path: Path) -> None:
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream)
    book.add_worksheet().write_row(0, 0, ["név", "ÉP"])
    book.worksheets()[0].write_row(1, 0, ["Turul", 4])
    book.close()
    path = tmp_path / "a.xlsx"
    path.write_bytes(stream.getvalue())
    assert cards_of(lay_over_pool(pool_of(), path, INFO))["Turul"].life == 4


def test_a_fact_that_grows_is_unknown_of_the_other_cards(tmp_path: Path) -> None:
    overlaid = laid(tmp_path, "Turul: {cost: 2, text: '-'}")
    assert overlaid.pool.facts == ("colours", "type", "cost", "text")
    assert {name: one.unknown for name, one in cards_of(overlaid).items()} == {
        "Turul": (),
        "Griff": ("cost", "text"),
        "Életerő": ("cost", "text"),
        "Eletero": ("cost", "text"),
    }


def test_what_was_unknown_is_known_once_it_is_told(tmp_path: Path) -> None:
    pool = pool_of(card("Turul", unknown=("divine",)), card("Griff", unknown=("divine",)), facts=("divine",))
    for text in ("Turul: {marks: '-'}\nGriff: {divine: yes}", "Turul: {divine: no}\nGriff: {marks: isteni}"):
        overlaid = laid(tmp_path, text, pool=pool)
        assert [(one.marks, one.unknown) for one in overlaid.pool.cards] == [((), ()), (("divine",), ())]
    partly = laid(tmp_path, "Turul: {divine: no}", pool=pool)
    assert [(one.marks, one.unknown) for one in partly.pool.cards] == [((), ()), ((), ("divine",))]


@pytest.mark.parametrize("key", ["max_copies", "divine", "opening_hand"])
def test_an_exception_told_of_some_cards_only_is_no_fact_that_rules_rely_on(tmp_path: Path, key: str) -> None:
    overlaid = laid(tmp_path, f"Turul: {{{key}: 1}}")
    assert overlaid.pool.facts == ("colours", "type")
    assert all(one.unknown == () for one in overlaid.pool.cards)
    (finding,) = overlaid.findings
    assert (finding.code, finding.severity, finding.params) == (
        "pool.overlay-partial",
        "warning",
        {"key": key, "count": 1},
    )


def test_the_star_tells_of_every_other_card(tmp_path: Path) -> None:
    overlaid = laid(tmp_path, 'Turul: {max_copies: 4}\nGriff: {divine: yes}\n"*": {divine: no, max_copies: "-"}')
    assert overlaid.pool.facts == ("colours", "type", "max_copies", "divine")
    assert {name: (one.max_copies, one.marks, one.unknown) for name, one in cards_of(overlaid).items()} == {
        "Turul": (4, (), ()),
        "Griff": (None, ("divine",), ()),
        "Életerő": (None, (), ()),
        "Eletero": (None, (), ()),
    }
    assert overlaid.findings == ()


def test_the_star_never_takes_away_what_a_card_has(tmp_path: Path) -> None:
    pool = pool_of(card("Turul", marks=("divine",), max_copies=4))
    overlaid = laid(tmp_path, "név,isteni,példány\n*,nem,-\n", "a.csv", pool)
    assert [(one.marks, one.max_copies) for one in overlaid.pool.cards] == [(("divine",), 4)]


def test_a_name_nobody_has_is_told_with_what_is_spelled_alike(tmp_path: Path) -> None:
    overlaid = laid(tmp_path, "Turul: {SB: 1}\nGrif: {SB: 2}\n")
    (finding,) = overlaid.findings
    assert (finding.code, finding.severity, finding.location.line) == ("pool.overlay-unknown", "error", 2)
    assert finding.suggestions == ("Griff",)


def test_an_ambiguous_name_is_told_with_its_cards_and_none_is_chosen(tmp_path: Path) -> None:
    overlaid = laid(tmp_path, "ELETERŐ: {SB: 1}\n")
    (finding,) = overlaid.findings
    assert (finding.code, finding.suggestions) == ("pool.overlay-ambiguous", ("3 Életerő", "4 Eletero"))
    assert overlaid.pool.cards == CARDS


def test_a_card_told_of_twice_keeps_what_was_first(tmp_path: Path) -> None:
    overlaid = laid(tmp_path, "név;SB\nTurul;1\nturul;2\n*;3\n*;4\n", "a.csv")
    assert [(one.code, one.params["first"], one.location.line) for one in overlaid.findings] == [
        ("pool.overlay-twice", 2, 3),
        ("pool.overlay-twice", 4, 5),
    ]
    assert [one.damage for one in overlaid.pool.cards] == [1, 3, 3, 3]


def test_the_same_key_twice_in_a_mapping_is_refused(tmp_path: Path) -> None:
    assert codes(refused(lambda: laid(tmp_path, "Turul: {SB: 1}\nTurul: {SB: 2}\n"))) == ["data.duplicate-key"]
    assert codes(refused(lambda: laid(tmp_path, '{"A": {}, "A": {}}', "a.json"))) == ["data.duplicate-key"]


def test_what_is_not_known_or_no_value_is_told_with_its_place(tmp_path: Path) -> None:
    overlaid = laid(tmp_path, "Turul:\n  SB: many\n  wings: 2\n")
    assert places(overlaid.findings) == [("pool.value", 1, 1), ("pool.unknown-column", 3, 3)]
    assert overlaid.pool.cards == CARDS


@pytest.mark.parametrize(
    "text",
    ["", "Turul", "[Turul]", "Turul: 4", "Turul: {SB: {a: 1}}", "Turul: {SB: [1]}", "Turul: {marks: [[a]]}", "- {}"],
)
def test_what_is_no_overlay_is_refused_with_its_place(tmp_path: Path, text: str) -> None:
    (finding,) = refused(lambda: laid(tmp_path, text))
    assert (finding.code, finding.location.line) == ("pool.overlay-shape", 1)


def test_texts_are_joined_by_language(tmp_path: Path) -> None:
    first = laid(tmp_path, "Turul: {text: {hu: Repül.}}")
    second = laid(tmp_path, "Turul: {text: {en: Flies.}, aliases: [Hawk]}", pool=first.pool)
    assert cards_of(second)["Turul"].text == {"hu": "Repül.", "en": "Flies."}
    assert cards_of(second)["Turul"].aliases == ("Hawk",)
