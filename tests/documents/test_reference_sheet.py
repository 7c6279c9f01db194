from __future__ import annotations

import pytest

from cardtools.app.desk import Desk
from cardtools.documents.reference_layout import bands
from cardtools.documents.reference_page import BlockView, ReferenceSheet
from cardtools.documents.reference_sheet import reference_sheet
from cardtools.errors import CardtoolsError
from cardtools.model.game_folder import Game
from cardtools.model.reference import PointsBlock, Step

CATALOG = Desk.open("en").library
SHEETS = [
    pytest.param(game, language, id=f"{game}-{language}")
    for game in CATALOG.game_ids()
    for language in CATALOG.reference_languages(game)
]


def blocks_of(sheet: ReferenceSheet) -> list[BlockView]:
    return [block for band in sheet.bands for column in band.columns for block in column]


def with_points(game: Game, *texts: str) -> Game:
    """Return a game whose reference holds one block of these points."""
    block = PointsBlock(
        id="b", title="B", source="sheet: B", kind="points", points=tuple(Step(text=one) for one in texts)
    )
    reference = game.references["en"].model_copy(update={"blocks": (block,)})
    return game.model_copy(update={"references": {"en": reference}})


@pytest.mark.parametrize(("game", "language"), SHEETS)
def test_each_block_stands_on_the_sheet_once(game: str, language: str) -> None:
    loaded = CATALOG.game(game)
    sheet = reference_sheet(loaded, language)
    laid = [block.id for block in blocks_of(sheet)]
    assert sorted(laid) == sorted(block.id for block in loaded.references[language].blocks)
    assert bands(blocks_of(sheet))


def test_a_card_is_called_by_its_name_in_the_language_of_the_sheet() -> None:
    sheet = reference_sheet(CATALOG.game("uno"), "hu")
    named = {run.text for block in blocks_of(sheet) for step in block.steps for run in step.text if run.kind == "card"}
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
    game = with_points(CATALOG.game("uno"), "Tedd le: {card:wild-draw-six}.")
    with pytest.raises(CardtoolsError) as refusal:
        reference_sheet(game, "en")
    (finding,) = refusal.value.findings
    assert finding.code == "data.unknown-card"
    assert finding.params["name"] == "wild-draw-six"


def test_a_point_says_what_its_text_says() -> None:
    sheet = reference_sheet(with_points(CATALOG.game("uno"), "A <b> & {{ c }} **bold** 2 * 3."), "en")
    (block,) = blocks_of(sheet)
    assert "".join(run.text for run in block.steps[0].text) == "A <b> & {{ c }} bold 2 * 3."
