from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.app.checks import check_game
from cardtools.app.scores import score_file
from cardtools.app.validation import Validator
from cardtools.model.deck import Verdict
from tests.data.discovery import DATA, GAMES, desk, files, name_of

EXAMPLES = [pytest.param(path, id=name_of(path)) for path in files("games/*/examples/*.yaml")]


def decks(kind: str) -> list[object]:
    found = [*files(f"games/*/decks/{kind}-*.txt"), *files(f"games/*/decks/*/{kind}-*.txt")]
    return [pytest.param(path, id=name_of(path)) for path in found]


def verdict_on(path: Path) -> Verdict:
    """Judge a deck by the format its name names (demo-home), else by the default of its game."""
    game = path.relative_to(DATA).parts[1]
    pool = path.parent / "pool.json"
    formats = {one.id for one in desk().catalog.formats(game)}
    named = path.stem.partition("-")[2]
    validator = Validator.prepare(desk(), game, (named,) if named in formats else (), pool if pool.is_file() else None)
    (verdict,) = validator.judge(path.read_bytes(), str(path))
    return verdict


def test_every_folder_is_a_game() -> None:
    assert list(desk().catalog.game_ids()) == GAMES
    assert {"hkk", "uno"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_in_order(game: str) -> None:
    checked = check_game(desk(), game)
    assert checked.findings == ()
    assert checked.game is not None
    assert checked.game.info.id == game


@pytest.mark.parametrize("path", EXAMPLES)
def test_an_example_of_scoring_comes_out_as_it_says(path: Path) -> None:
    text = path.read_text("utf-8")
    game, sheet = score_file(desk(), path.parent.parent.name, str(path))
    assert "score.expected" not in [finding.code for finding in sheet.findings]
    assert "source:" in text
    assert "expect:" in text
    assert len(sheet.standings) == len(sheet.players)
    if "refused:" not in text:
        assert [finding for finding in sheet.findings if finding.severity == "error"] == []
        assert all(one.lines for one in sheet.rounds)
    for one in sheet.rounds:
        assert bool(one.lines) != one.refused
        for player, points in one.scores.items():
            assert points == sum(line.points for line in one.lines if line.player == player)
    gained = {player: sum((one.scores.get(player, 0) for one in sheet.rounds), start=0) for player in sheet.players}
    for standing in sheet.standings:
        assert standing.total == sheet.starting[standing.player] + gained[standing.player]
    assert game.scoring is not None


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_worked_scores(game: str) -> None:
    assert list(files(f"games/{game}/examples/*.yaml"))


@pytest.mark.parametrize("path", [*decks("demo"), *decks("legal")])
def test_a_demo_deck_is_legal(path: Path) -> None:
    verdict = verdict_on(path)
    assert (verdict.status, verdict.findings) == ("legal", ())


@pytest.mark.parametrize("path", decks("illegal"))
def test_an_illegal_deck_breaks_the_rule_in_its_name_and_no_other(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "illegal"
    named = path.stem.removeprefix("illegal-")
    rule = "pack" if named == verdict.format else named
    assert {finding.rule for finding in verdict.findings} == {rule}


@pytest.mark.parametrize("path", decks("incomplete"))
def test_an_incomplete_deck_has_as_many_cards_as_its_name_says_and_lacks_nothing_else(path: Path) -> None:
    verdict = verdict_on(path)
    assert verdict.status == "incomplete"
    assert {finding.code for finding in verdict.findings} == {"deck.size"}
    assert verdict.counts["main"] == int(path.stem.removeprefix("incomplete-"))


def test_every_deck_says_by_its_name_what_is_to_be_said_of_it() -> None:
    for path in files("games/*/decks/**/*.txt"):
        formats = {one.id for one in desk().catalog.formats(path.relative_to(DATA).parts[1])}
        assert path.stem in formats or path.stem.partition("-")[0] in {"demo", "legal", "illegal", "incomplete"}, path


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in files("games/*/decks/*.txt")])
def test_a_deck_named_like_a_format_is_legal_in_it(path: Path) -> None:
    catalog = desk().catalog
    game = path.relative_to(DATA).parts[1]
    if path.stem in {one.id for one in catalog.formats(game)}:
        (verdict,) = Validator.prepare(desk(), game, (path.stem,)).judge(path.read_bytes(), str(path))
        assert (verdict.status, verdict.findings) == ("legal", ())
