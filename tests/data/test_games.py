from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.app.games import check_game
from cardtools.app.scores import score_file
from cardtools.app.validation import Validator
from cardtools.model.deck import Verdict
from tests.data.discovery import GAMES, desk, files, name_of

EXAMPLES = [pytest.param(path, id=name_of(path)) for path in files("games/*/examples/*.yaml")]


def decks(kind: str) -> list[object]:
    return [pytest.param(path, id=name_of(path)) for path in files(f"games/*/decks/{kind}-*.txt")]


def verdict_on(path: Path) -> Verdict:
    """Judge a deck by the format its name names (demo-home), else by the default of its game."""
    game = path.parent.parent.name
    formats = {one.id for one in desk().catalog.formats(game)}
    named = path.stem.partition("-")[2]
    validator = Validator.prepare(desk(), game, (named,) if named in formats else ())
    (verdict,) = validator.judge(path.read_bytes(), str(path))
    return verdict


def test_every_folder_is_a_game() -> None:
    assert list(desk().catalog.game_ids()) == GAMES
    assert {"hkk", "uno"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_in_order(game: str) -> None:
    checked = check_game(desk(), game)
    assert checked.findings == ()
    assert checked.summary is not None
    assert checked.summary.info.id == game


@pytest.mark.parametrize("path", EXAMPLES)
def test_an_example_of_scoring_is_scored_without_a_finding(path: Path) -> None:
    game, sheet = score_file(desk(), path.parent.parent.name, str(path))
    assert sheet.findings == ()
    assert all(one.lines for one in sheet.rounds)
    assert len(sheet.standings) == len(sheet.players)
    assert game.scoring is not None


@pytest.mark.parametrize("path", decks("demo"))
def test_a_demo_deck_is_legal(path: Path) -> None:
    verdict = verdict_on(path)
    assert (verdict.status, verdict.findings) == ("legal", ())


@pytest.mark.parametrize("path", decks("illegal"))
def test_an_illegal_deck_breaks_the_rule_in_its_name_and_no_other(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "illegal"
    assert {finding.code for finding in verdict.findings} == {f"deck.{path.stem.removeprefix('illegal-')}"}


@pytest.mark.parametrize("path", decks("incomplete"))
def test_an_incomplete_deck_has_as_many_cards_as_its_name_says_and_lacks_nothing_else(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "incomplete"
    assert {finding.code for finding in verdict.findings} == {"deck.size"}
    assert verdict.counts["main"] == int(path.stem.removeprefix("incomplete-"))


def test_every_deck_says_by_its_name_what_is_to_be_said_of_it() -> None:
    kinds = {path.stem.partition("-")[0] for path in files("games/*/decks/*")}
    assert kinds <= {"demo", "illegal", "incomplete"}
    assert {"demo", "illegal", "incomplete"} <= kinds
