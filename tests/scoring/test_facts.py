from __future__ import annotations

from cardtools.model.game_folder import Game
from cardtools.scoring.facts import Facts
from tests.factories import SOURCE, game_info, refused


def facts(**numbers: int | None) -> Facts:
    told = {name: {"value": value, "source": SOURCE} for name, value in numbers.items()}
    return Facts(Game.model_validate({"info": game_info(), "scoring": {"facts": told}}))


def test_a_number_of_the_rules_is_found_by_its_name_be_it_nought() -> None:
    assert facts(bonus=20)["bonus"] == 20
    assert (facts(bonus=0)["bonus"], facts(bonus=0).get("bonus")) == (0, 0)


def test_a_number_that_scoring_cannot_do_without_is_asked_for_by_its_name() -> None:
    for some in (facts(other=1), facts(bonus=None), Facts(Game(info=game_info()))):
        assert some.get("bonus") is None
        (finding,) = refused(lambda some=some: some["bonus"])  # type: ignore[misc] # a lambda in a loop
        assert (finding.code, finding.params) == ("score.no-fact", {"name": "bonus"})
