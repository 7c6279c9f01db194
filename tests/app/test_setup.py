"""How games are set up: the numbers of the rulebooks for every number of players, in text and in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardtools.app.desk import Desk
from cardtools.app.setup import Counted, SetupPlan, set_up
from tests.conftest import Outcome
from tests.factories import codes, refused

Command = Callable[..., Outcome]

UNICORNS_OUT = {
    "Basic Unicorn (Red)": 3, "Basic Unicorn (Orange)": 3, "Basic Unicorn (Yellow)": 3, "Basic Unicorn (Green)": 3,
    "Basic Unicorn (Blue)": 3, "Basic Unicorn (Indigo)": 3, "Basic Unicorn (Purple)": 3, "Narwhal": 1,
    "Queen Bee Unicorn": 1, "Seductive Unicorn": 1, "Rainbow Unicorn": 1, "Mother Goose Unicorn": 1,
    "Necromancer Unicorn": 1, "Nanny Cam": 1, "Sadistic Ritual": 1, "Slowdown": 1, "Yay": 2,
}  # fmt: skip
"""What the rulebook takes out for two players."""

PLAYED = [
    *(("uno", players) for players in range(2, 11)),
    *(("unikornis", players) for players in range(2, 9)),
    *(("panda", players) for players in range(3, 7)),
    *(("nepmesek", players) for players in (1, 2, 3, 4, 6, 16)),
    ("hkk", 2),
]
"""Every game with every number of players its pages name; for Népmesék they name none."""


def planned(game: str, players: int | None, language: str = "en", data: Path | None = None) -> SetupPlan:
    return set_up(Desk.open(language, data), game, players)[1]


def counts(cards: tuple[Counted, ...]) -> dict[str, int]:
    return {one.name: one.count for one in cards}


@pytest.mark.parametrize("players", range(2, 11))
def test_uno_is_played_with_all_112_cards_of_which_seven_are_dealt_and_one_opens(players: int) -> None:
    plan = planned("uno", players)
    assert (plan.pack, plan.taken_out, plan.aside, plan.given, plan.own) == (112, (), (), (), ())
    assert (plan.dealt, plan.in_hand, plan.pile) == (7, 7, 112 - 7 * players - 1)


@pytest.mark.parametrize(("players", "pile"), [(3, 99), (4, 94), (5, 89), (6, 84), (7, 79), (8, 74)])
def test_unicorns_for_three_to_eight_deal_five_of_114(players: int, pile: int) -> None:
    plan = planned("unikornis", players)
    assert (plan.pack, plan.taken_out, plan.given) == (114, (), ())
    assert (plan.dealt, plan.in_hand, plan.pile) == (5, 5, pile)
    assert counts(plan.own) == {"Baby Unicorn": 1, "Reference card": 1}


def test_unicorns_for_two_take_32_cards_out_and_leave_70_to_draw() -> None:
    plan = planned("unikornis", 2)
    assert counts(plan.taken_out) == UNICORNS_OUT
    assert sum(counts(plan.taken_out).values()) == 32
    assert counts(plan.given) == {"Neigh": 1}
    assert counts(plan.own) == {"Baby Unicorn": 1, "Reference card": 1}
    assert (plan.pack, plan.dealt, plan.in_hand, plan.pile) == (82, 5, 6, 70)


@pytest.mark.parametrize(("players", "pile"), [(3, 36), (4, 28), (5, 20), (6, 12)])
def test_panda_deals_eight_of_sixty(players: int, pile: int) -> None:
    plan = planned("panda", players)
    assert (plan.pack, plan.taken_out, plan.dealt, plan.in_hand, plan.pile) == (60, (), 8, 8, pile)
    assert 60 - pile == 8 * players


@pytest.mark.parametrize("players", [1, 2, 3, 4, 6, 16])
def test_nepmesek_puts_three_midnights_aside_and_shuffles_them_into_the_pile(players: int) -> None:
    plan = planned("nepmesek", players)
    assert plan.setup.id == "advanced"
    assert counts(plan.aside) == {"Midnight": 3}
    assert (plan.pack, sum(counts(plan.taken_out).values())) == (120, 10)
    assert (plan.dealt, plan.pile) == (7, 117 - 7 * players + 3)


def test_nepmesek_has_not_enough_cards_for_seventeen() -> None:
    (finding,) = refused(lambda: planned("nepmesek", 17))
    assert (finding.code, finding.params["most"]) == ("usage.players", 16)


def test_in_hkk_everyone_brings_a_deck_and_draws_five() -> None:
    plan = planned("hkk", 2)
    assert (plan.pack, plan.taken_out, plan.dealt, plan.pile) == (None, (), 5, None)


@pytest.mark.parametrize(("game", "pack", "dealt"), [("uno", 112, 7), ("panda", 60, 8), ("nepmesek", 120, 7)])
def test_without_a_number_of_players_all_is_told_but_what_is_left(game: str, pack: int, dealt: int) -> None:
    plan = planned(game, None)
    assert (plan.players, plan.pack, plan.dealt, plan.pile) == (None, pack, dealt, None)


def test_unicorns_need_the_number_of_players_since_two_play_otherwise() -> None:
    (finding,) = refused(lambda: planned("unikornis", None))
    assert (finding.code, finding.params) == ("usage.players", {"game": "unikornis", "least": 2, "most": 8})


@pytest.mark.parametrize(
    ("game", "players", "told"),
    [
        ("uno", 1, "2 to 10"),
        ("uno", 11, "2 to 10"),
        ("unikornis", 1, "2 to 8"),
        ("unikornis", 9, "2 to 8"),
        ("panda", 2, "3 to 6"),
        ("panda", 7, "3 to 6"),
        ("hkk", 1, "2 to 2"),
        ("nepmesek", 17, "1 to 16"),
        ("uno", 0, "1 to 99"),
        ("uno", 100, "1 to 99"),
        ("uno", -2, "1 to 99"),
    ],
)
@pytest.mark.parametrize("report", ["text", "json"])
def test_so_many_players_as_the_game_is_not_for_are_refused(
    command: Command, game: str, players: int, told: str, report: str
) -> None:
    outcome = command("setup", game, "--players", str(players), "--report", report)
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.err.count("\n") == 1
    if report == "text":
        assert outcome.out == ""
    else:
        assert json.loads(outcome.out)["schema"] == "cardtools.error/1"


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize(("game", "players"), PLAYED)
def test_text_and_json_tell_the_same(command: Command, game: str, players: int, language: str) -> None:
    arguments = ("setup", game, "--players", str(players), "--lang", language)
    text, report = command(*arguments), command(*arguments, "--report", "json")
    told: dict[str, Any] = json.loads(report.out)
    assert (text.code, report.code, text.err, report.err) == (0, 0, "", "")
    assert (told["schema"], told["game"], told["players"]) == ("cardtools.setup/1", game, players)
    title, *lines = text.out.splitlines()
    assert str(players) in title
    steps = [f"{number}. {step}" for number, step in enumerate(told["steps"], start=1)]
    assert lines[-len(steps) :] == steps
    expected = [cards for key in ("taken_out", "aside", "given", "own") if (cards := told[key])]
    for cards, line in zip(expected, lines, strict=False):
        assert line.endswith(": " + ", ".join(f"{one['count']}× {one['name']}" for one in cards))
    numbers = [[told["pack"]], [told["dealt"], told["in_hand"]], [told["pile"]]]
    assert [[int(word) for word in re.findall(r"\d+", line)] for line in lines[len(expected) : -len(steps)]] == [
        row for row in numbers if None not in row
    ]


@pytest.mark.parametrize(("game", "players"), [("uno", 4), ("unikornis", 2), ("panda", 6), ("nepmesek", 3), ("hkk", 2)])
def test_the_language_changes_words_and_no_number(game: str, players: int) -> None:
    english, hungarian = planned(game, players), planned(game, players, "hu")
    for one, other in zip(
        (english.taken_out, english.aside, english.given, english.own),
        (hungarian.taken_out, hungarian.aside, hungarian.given, hungarian.own),
        strict=True,
    ):
        assert [card.count for card in one] == [card.count for card in other]
    numbers = [(one.pack, one.dealt, one.in_hand, one.pile) for one in (english, hungarian)]
    assert numbers[0] == numbers[1]


def test_hungarian_speaks_hungarian(command: Command) -> None:
    lines = command("setup", "unikornis", "--players", "2", "--lang", "hu").out.splitlines()
    assert lines[0].startswith("Az Unikornisok – Rémes Ménes – Két játékos")
    assert "1× Nyeh" in lines[2]
    assert "1× Pólyás Unikornis, 1× Játékossegédlet" in lines[3]
    assert lines[-1] == "7. A tarkábban öltözött játékos kezd."


def test_a_language_of_the_game_alone_tells_its_steps_in_it(command: Command) -> None:
    outcome = command("setup", "uno", "--players", "2", "--lang", "pl")
    assert "Rozdający tasuje talię i rozdaje karty." in outcome.out.replace("\u00a0", " ")
    assert command("setup", "panda", "--players", "3", "--lang", "xx").code == 2


def own_game(root: Path, setup: str) -> Path:
    folder = root / "games" / "toy"
    folder.mkdir(parents=True)
    files = {
        "game": "id: toy\nname: {en: Toy}\npublisher: N\nnotice: {en: N}\nedition: {en: N}\nsources: {b: {title: B}}\n"
        'languages: [en]\nplayers: {min: 2, max: 4, source: "b: x"}\n',
        "cards": 'source: "b: x"\ncards: [{id: a, name: {en: A}, copies: 6}, {id: b, name: {en: B}, copies: 4}]\n',
        "formats": "formats:\n"
        '  - {id: all, name: {en: All}, rules: [{id: pack, kind: fixed, total: 10, source: "b: x"}]}\n'
        '  - {id: open, name: {en: Open}, rules: [{id: size, kind: size, min: 3, source: "b: x"}]}\n',
        "setup": f'setups: [{{id: s, name: {{en: S}}, source: "b: x", steps: {{en: [Deal.]}}, {setup}}}]\n',
    }
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return root


def test_a_pile_may_be_dealt_to_the_last_card_and_no_further(tmp_path: Path) -> None:
    setup = 'format: all, aside: {b: 1}, given: {a: 1}, opening: 1, hand: {value: 1, source: "b: x"}'
    root = own_game(tmp_path, setup)
    assert planned("toy", 4, data=root).pile == 10 - 4 * 2 - 1
    setup = setup.replace("value: 1", "value: 2")
    (root / "games/toy/setup.yaml").write_text(
        f'setups: [{{id: s, name: {{en: S}}, source: "b: x", steps: {{en: [Deal.]}}, {setup}}}]\n', "utf-8"
    )
    (finding,) = refused(lambda: planned("toy", 3, data=root))
    assert (finding.code, finding.params) == ("usage.players", {"game": "toy", "least": 2, "most": 2})


def test_a_setup_with_a_format_that_is_no_fixed_pack_tells_no_pile(tmp_path: Path) -> None:
    plan = planned("toy", 2, data=own_game(tmp_path, 'format: open, hand: {value: 2, source: "b: x"}'))
    assert (plan.pack, plan.taken_out, plan.in_hand, plan.pile) == (None, (), 2, None)


def test_a_game_without_a_setup_is_refused(tmp_path: Path) -> None:
    root = own_game(tmp_path, "opening: 0")
    (root / "games/toy/setup.yaml").unlink()
    assert codes(refused(lambda: planned("toy", 2, data=root))) == ["usage.no-setup"]
