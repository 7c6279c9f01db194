from __future__ import annotations

import pytest

from cardtools.app.desk import Desk
from cardtools.documents.inks import READABLE, contrast
from cardtools.documents.reference_page import BlockView
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.errors import CardtoolsError
from cardtools.model.game_folder import Game
from cardtools.model.reference import (
    CardNote,
    CardsBlock,
    GlossaryBlock,
    PointsBlock,
    Row,
    Step,
    TableBlock,
    Term,
)

CATALOG = Desk.open("en").library
SHEETS = [
    pytest.param(game, language, id=f"{game}-{language}")
    for game in CATALOG.game_ids()
    for language in CATALOG.reference_languages(game)
]


def with_blocks(game: Game, *blocks: PointsBlock | TableBlock | GlossaryBlock | CardsBlock) -> Game:
    reference = game.references["en"].model_copy(update={"blocks": blocks})
    return game.model_copy(update={"references": {"en": reference}})


def points(*texts: str) -> PointsBlock:
    return PointsBlock(
        id="b", title="B", source="sheet: B", kind="points", points=tuple(Step(text=one) for one in texts)
    )


def glossary(*terms: str) -> GlossaryBlock:
    meant = tuple(Term(term=term, text="What it is.") for term in terms)
    return GlossaryBlock(id="g", title="G", source="sheet: G", kind="glossary", terms=meant)


def only_block(game: Game) -> BlockView:
    (block,) = reference_sheet(game, "en").blocks
    return block


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_each_block_stands_on_the_sheet_once_and_in_its_order(game: str, language: str) -> None:
    loaded = CATALOG.game(game)
    sheet = reference_sheet(loaded, language)
    blocks = loaded.references[language].blocks
    assert [block.id for block in sheet.blocks] == [block.id for block in blocks]
    assert [block.pocket for block in sheet.blocks] == [block.pocket for block in blocks]


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_the_ink_of_a_game_can_be_read_on_paper_on_its_tint_and_under_white(game: str, language: str) -> None:
    sheet = reference_sheet(CATALOG.game(game), language)
    assert contrast(sheet.ink, sheet.tint) >= READABLE
    assert contrast(sheet.ink, "#ffffff") >= READABLE
    for quiet in ("#444444", "#595959"):
        assert contrast(quiet, sheet.tint) >= READABLE


def test_a_card_is_called_by_its_name_in_the_language_of_the_sheet() -> None:
    sheet = reference_sheet(CATALOG.game("uno"), "hu")
    named = {run.text for block in sheet.blocks for step in block.steps for run in step.text if run.kind == "card"}
    assert "Színválasztó" in named
    assert not any("-" in name for name in named)


def test_the_facts_of_uno_are_those_of_its_sheet() -> None:
    facts = {fact.words: fact.value for fact in reference_sheet(CATALOG.game("uno"), "en").facts}
    assert facts == {"players": "2–10", "years and up": "7+", "cards": "112"}


def test_a_language_without_a_reference_is_refused() -> None:
    with pytest.raises(CardtoolsError) as refusal:
        reference_sheet(CATALOG.game("uno"), "de")
    assert [finding.code for finding in refusal.value.findings] == ["data.no-reference"]


def test_a_card_that_the_game_has_not_is_refused_by_name() -> None:
    game = with_blocks(CATALOG.game("uno"), points("Tedd le: {card:wild-draw-six}."))
    with pytest.raises(CardtoolsError) as refusal:
        reference_sheet(game, "en")
    (finding,) = refusal.value.findings
    assert finding.code == "data.unknown-card"
    assert finding.params["name"] == "wild-draw-six"


def test_a_point_says_what_its_text_says() -> None:
    block = only_block(with_blocks(CATALOG.game("uno"), points("A <b> & {{ c }} **bold** 2 * 3.")))
    said = "".join(run.text for run in block.steps[0].text)
    assert said.replace("\u00a0", " ") == "A <b> & {{ c }} bold 2 * 3."


def test_a_row_and_a_card_note_that_are_not_certain_are_marked_and_the_sign_is_explained() -> None:
    table = TableBlock(
        id="t", title="T", source="sheet: T", kind="table", columns=("A", "B"),
        rows=(("1", "2"), Row(cells=("3", "4"), certainty="likely")),
    )  # fmt: skip
    notes = (CardNote(cards=("wild",), title="Wild", text="Any colour.", certainty="ruling"),)
    cards = CardsBlock(id="c", title="C", source="sheet: C", kind="cards", cards=notes)
    sheet = reference_sheet(with_blocks(CATALOG.game("uno"), table, cards), "en")
    assert [row.mark for row in sheet.blocks[0].rows] == [None, "likely"]
    assert [card.mark for card in sheet.blocks[1].cards] == ["ruling"]
    assert {sign.mark for sign in sheet.signs} == {"likely", "ruling"}


def test_a_row_with_too_few_cells_is_no_table() -> None:
    with pytest.raises(ValueError, match="row 2 has 1 cells for 2 columns"):
        TableBlock(
            id="t", title="T", source="sheet: T", kind="table", columns=("A", "B"),
            rows=(("1", "2"), Row(cells=("3",))),
        )  # fmt: skip


def test_a_statement_from_another_document_than_the_game_s_first_has_its_number() -> None:
    block = PointsBlock(
        id="b", title="B", source="rulebook: B", kind="points",
        points=(Step(text="One."), Step(text="Two.", source="kodex: 48")),
    )  # fmt: skip
    shown = only_block(with_blocks(CATALOG.game("hkk"), block))
    assert shown.source == ""
    assert [step.source for step in shown.steps] == ["", "3"]


def test_the_terms_of_a_long_glossary_in_order_have_an_initial_where_it_changes() -> None:
    terms = ("Ág", "Alma", "Bél", *(f"C{n}" for n in range(10)), "Öröm", "Őz", "Zár")
    block = only_block(with_blocks(CATALOG.game("uno"), glossary(*terms)))
    assert block.is_lettered
    assert [entry.letter for entry in block.entries if entry.letter] == ["A", "B", "C", "Ö", "Z"]


@pytest.mark.parametrize("terms", [("A", "B"), ("B", *(f"A{n}" for n in range(15)), "B")])
def test_a_short_glossary_and_one_out_of_order_have_no_initials(terms: tuple[str, ...]) -> None:
    block = only_block(with_blocks(CATALOG.game("uno"), glossary(*terms)))
    assert not any(entry.letter for entry in block.entries)


def test_a_chip_shows_what_its_card_prints_in_the_corner() -> None:
    sheet = reference_sheet(CATALOG.game("uno"), "en")
    corners = {chip.corner for block in sheet.blocks for card in block.cards for chip in card.chips}
    assert {"+2", "+4"} <= corners


def test_a_block_without_an_icon_of_its_own_has_that_of_its_kind() -> None:
    own = points("One.").model_copy(update={"icon": "flag"})
    sheet = reference_sheet(with_blocks(CATALOG.game("uno"), own, points("Two.")), "en")
    assert [block.icon for block in sheet.blocks] == ["flag", "pin"]


def test_inner_steps_become_parts_where_columns_are_short() -> None:
    inner = (Step(text="a"), Step(text="b"))
    block = points("x").model_copy(update={"points": (Step(text="One.", steps=inner), Step(text="Two."))})
    flat = only_block(with_blocks(CATALOG.game("uno"), block)).flat()
    assert [(step.text[0].text, step.inner) for step in flat.steps] == [
        ("One.", False), ("a", True), ("b", True), ("Two.", False),
    ]  # fmt: skip
