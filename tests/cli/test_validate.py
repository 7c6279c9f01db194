"""``cardtools validate`` with what an evening is played by: players, day, choices, and a table of decks."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]
GAMES = REPO / "data/games"
UNO = GAMES / "uno/decks"
UNICORNS = GAMES / "unikornis/decks"
MARKED = GAMES / "hkk/decks/marked"
POOL = MARKED / "pool.json"
FRESH = MARKED / "tournament-2025/illegal-new-cards.txt"
GODS = ("Raia", "Tharr", "Leah", "Sheran", "Elenios", "Rhatt", "Dornodon", "Fairlight", "Chara-din")


def only(outcome: Outcome) -> dict[str, Any]:
    (result,) = json.loads(outcome.out)["results"]
    assert isinstance(result, dict)
    return result


@pytest.mark.parametrize(
    ("players", "deck", "format_id"),
    [(2, "two-player.txt", "two-player"), (3, "standard.txt", "standard"), (8, "standard.txt", "standard")],
)
def test_the_number_of_players_chooses_the_format_made_for_it(
    command: Command, players: int, deck: str, format_id: str
) -> None:
    outcome = command("validate", UNICORNS / deck, "-g", "unikornis", "--players", str(players), "--report", "json")
    assert (only(outcome)["format"], only(outcome)["status"], outcome.code) == (format_id, "legal", 0)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["-g", "unikornis", "--players", "5", "-f", "two-player"], "usage.players-format"),
        (["-g", "unikornis", "--players", "2", "-f", "box", "-f", "standard"], "usage.players-format"),
        (["-g", "unikornis", "--players", "9"], "usage.players-game"),
        (["-g", "unikornis", "--players", "1"], "usage.players-game"),
        (["-g", "hkk", "--players", "10", "-f", "war-of-the-gods"], "usage.players-format"),
        (["-g", "hkk", "--players", "1"], "usage.players-game"),
        (["-g", "uno", "--choose", "customisable=2"], "usage.choice"),
        (["-g", "uno", "--choose", "customizable=4"], "usage.choice-value"),
        (["-g", "uno", "--choose", "customizable"], "usage.choice-form"),
        (["-g", "uno", "--choose", "=2"], "usage.choice-form"),
        (["-g", "uno", "--choose", "customizable=1", "--choose", "customizable=2"], "usage.choice-twice"),
        (["-g", "unikornis", "--choose", "customizable=1"], "usage.no-choice"),
        (["-g", "nepmesek", "--choose", "specials=lantern,foo"], "usage.choice-value"),
        (["-g", "hkk", "--on", "2025-02-30"], "usage.date"),
        (["-g", "hkk", "--on", "today"], "usage.date"),
        (["-g", "hkk", "--table", UNO / "box.txt"], "usage.no-table"),
        (["-g", "hkk", "-f", "war-of-the-gods", "--table", "no.yaml"], "file.unreadable"),
        (["-g", "hkk", "-f", "war-of-the-gods", "--table", UNO / "box.txt"], "data.value"),
    ],
)
def test_terms_that_cannot_be_are_wrong_usage_and_nothing_is_judged(
    command: Command, arguments: list[str], code: str
) -> None:
    outcome = command("validate", UNO / "box.txt", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert code in outcome.err


def test_a_format_for_any_number_agrees_with_every_number_the_game_is_for(command: Command) -> None:
    outcome = command("validate", UNICORNS / "box.txt", "-g", "unikornis", "-f", "box", "--players", "2")
    assert outcome.code == 0
    default = command("validate", MARKED / "legal-divine.txt", "-g", "hkk", "--pool", POOL, "--players", "40")
    assert "[tournament] legal" in default.out


@pytest.mark.parametrize(("day", "code"), [("2025-04-30", 1), ("2025-05-01", 0)])
def test_rules_with_dates_hold_on_the_day_of_play_and_the_report_tells_it(
    command: Command, day: str, code: int
) -> None:
    arguments = ("validate", FRESH, "-g", "hkk", "-f", "tournament-2025", "--pool", POOL, "--on", day)
    outcome = command(*arguments, "--report", "json")
    assert (outcome.code, only(outcome)["on"]) == (code, day)
    assert f"on {day}" in command(*arguments).out


def test_a_verdict_that_depends_on_no_day_tells_none(command: Command) -> None:
    outcome = command("validate", UNO / "box.txt", "-g", "uno", "--on", "2025-04-30", "--report", "json")
    assert only(outcome)["on"] is None


@pytest.mark.parametrize(("number", "status"), [("2", "legal"), ("3", "illegal"), ("1", "illegal")])
def test_choices_change_the_pack_and_are_told(command: Command, number: str, status: str) -> None:
    deck = UNO / "agreed/box/legal-customizable.txt"
    arguments = ("validate", deck, "-g", "uno", "-f", "box", "-f", "classic", "--choose", f"customizable={number}")
    report = json.loads(command(*arguments, "--report", "json").out)
    box, classic = report["results"]
    assert (box["status"], classic["status"]) == (status, "illegal")
    assert box["choices"] == classic["choices"] == {"customizable": number}
    assert f"chosen: customizable={number}" in command(*arguments).out


def test_versions_that_share_the_limit_make_an_error_of_a_warning(command: Command) -> None:
    arguments = ("validate", MARKED / "rules/illegal-versions.txt", "-g", "hkk", "--pool", POOL, "--report", "json")
    warned = command(*arguments)
    assert (warned.code, only(warned)["status"]) == (0, "legal-with-warnings")
    assert "--choose versions=shared" in only(warned)["findings"][0]["hint"]
    assert command(*arguments, "--strict").code == 1
    shared = command(*arguments, "--choose", "versions=shared")
    assert (shared.code, only(shared)["status"]) == (1, "illegal")


def test_a_pack_is_told_as_missing_too_many_and_foreign_without_saying_it_twice(
    command: Command, tmp_path: Path
) -> None:
    deck = tmp_path / "box.txt"
    text = (UNO / "classic.txt").read_text("utf-8").replace("2 Piros 1\n", "1 Piros 1\n")
    deck.write_text(f"{text}\n2 Piros 2\n1 Cseréljetek kártyát\n", "utf-8")
    lines = command("validate", deck, "-g", "uno", "-f", "classic").out.splitlines()
    assert [line.removeprefix(str(deck)).split(": ", 1)[1] for line in lines] == [
        "deck.fixed-missing Piros 1: 1 missing (1 of 2)",
        "deck.fixed-surplus Piros 2: 2 too many (4 instead of 2) – lines 7, 57",
        "deck.fixed-foreign Cseréljetek kártyát: does not belong to this pack (1)",
        "[classic] illegal; Deck 110; 1 missing, 2 too many, 1 foreign",
    ]


def test_a_complete_pack_is_called_so(command: Command) -> None:
    assert command("validate", UNO / "box.txt", "-g", "uno").out.endswith("[box] legal; Deck 112; complete\n")


@pytest.fixture
def decks(tmp_path: Path) -> list[Path]:
    """Return nine decks of nine gods, each of 30 cards of a pool of its own."""
    cards, paths = [], []
    for number, god in enumerate(GODS):
        cards += [f"{number}{n:02} | {god} lapja {n} | {god} {'szörny' if n % 2 else 'bűbáj'}" for n in range(10)]
        paths.append(tmp_path / f"{god}.txt")
        head = f"# player: Játékos {number}\n"
        paths[-1].write_text(head + "".join(f"3 {god} lapja {n}\n" for n in range(10)), "utf-8")
    (tmp_path / "pool.txt").write_text("\n".join(cards), "utf-8")
    return paths


def war(command: Command, decks: list[Path], *more: str | Path) -> Outcome:
    pool = decks[0].parent / "pool.txt"
    return command("validate", *decks, "-g", "hkk", "-f", "war-of-the-gods", "--pool", pool, *more)


@pytest.mark.parametrize(("count", "status"), [(9, "legal"), (5, "legal"), (4, "legal-with-warnings")])
def test_several_lists_are_a_table(command: Command, decks: list[Path], count: int, status: str) -> None:
    outcome = war(command, decks[:count], "--report", "json")
    report = json.loads(outcome.out)
    assert (report["table"]["status"], outcome.code) == (status, 0)
    assert report["summary"]["legal"] == count


def test_a_god_played_twice_makes_the_table_illegal_though_each_deck_is_legal(
    command: Command, decks: list[Path]
) -> None:
    outcome = war(command, [*decks[:5], decks[0]], "--report", "json")
    report = json.loads(outcome.out)
    assert (report["summary"]["legal"], report["summary"]["illegal"], outcome.code) == (6, 0, 1)
    (finding,) = report["table"]["findings"]
    assert (finding["code"], finding["actual"], finding["limit"]) == ("deck.god", 2, {"max": 1})
    assert war(command, [*decks[:5], decks[0]], "--exit-zero").code == 0


def test_ten_players_are_too_many(command: Command, decks: list[Path]) -> None:
    report = json.loads(war(command, [*decks, decks[0]], "--report", "json").out)
    assert [one["code"] for one in report["table"]["findings"]] == ["deck.opponents", "deck.god"]


def test_a_single_list_is_no_table_and_other_formats_have_none(command: Command, decks: list[Path]) -> None:
    assert "table" not in json.loads(war(command, decks[:1], "--report", "json").out)
    pool = decks[0].parent / "pool.txt"
    both = command("validate", *decks[:2], "-g", "hkk", "-f", "home", "--pool", pool, "--report", "json")
    assert "table" not in json.loads(both.out)


def test_enemies_are_counted_with_nine_players_by_god_in_any_language_or_by_player(
    command: Command, decks: list[Path], tmp_path: Path
) -> None:
    table = tmp_path / "war.yaml"
    enemies = {god: [GODS[(n + k) % 9] for k in (1, 2, 3)] for n, god in enumerate(GODS)}
    enemies["Mágus Klán"] = enemies.pop("Fairlight")
    enemies["játékos 1"] = enemies.pop("Tharr")
    table.write_text(json.dumps({"enemies": enemies}), "utf-8")
    fine = json.loads(war(command, decks, "--table", table, "--report", "json").out)
    assert fine["table"] == {"format": "war-of-the-gods", "status": "legal", "findings": []}
    enemies["Raia"] = ["Leah"]
    table.write_text(json.dumps({"enemies": enemies}), "utf-8")
    outcome = war(command, decks, "--table", table, "--strict")
    assert outcome.code == 1
    assert [line.split(": ", 1)[1] for line in outcome.out.splitlines() if "deck.opponents" in line] == [
        "deck.opponents Raia: 1 opponents; with a full table each player has 3"
    ]
    assert outcome.out.splitlines()[-1] == "table: [war-of-the-gods] legal, with warnings"


def test_an_unreadable_deck_still_sits_at_the_table(command: Command, decks: list[Path]) -> None:
    outcome = war(command, [*decks[:4], decks[0].parent / "no.txt"], "--report", "json")
    report = json.loads(outcome.out)
    assert (outcome.code, report["table"]["status"]) == (2, "undetermined")
    assert [one["code"] for one in report["table"]["findings"]] == ["deck.god"]


@pytest.mark.parametrize("report", ["jsonl", "csv"])
def test_the_table_comes_last_in_every_form(command: Command, decks: list[Path], report: str) -> None:
    last = war(command, decks[:2], "--report", report).out.splitlines()[-1]
    if report == "jsonl":
        document = json.loads(last)
        assert (document["schema"], document["table"]["status"]) == ("cardtools.report/1", "legal-with-warnings")
    else:
        (row,) = csv.reader(io.StringIO(last))
        assert row[:4] == ["", "table", "war-of-the-gods", "legal-with-warnings"]
        assert row[5] == "deck.opponents"


def test_every_row_of_csv_is_as_wide_as_its_head(command: Command, decks: list[Path]) -> None:
    out = war(command, [*decks[:2], FRESH], "--report", "csv").out
    assert {len(row) for row in csv.reader(io.StringIO(out))} == {7}


def test_a_rule_about_a_zone_that_is_none_calls_nothing_legal(command: Callable[..., Outcome], tmp_path: Path) -> None:
    assert command("new", "mine", tmp_path).code == 0
    formats = tmp_path / "games" / "mine" / "formats.yaml"
    formats.write_text(formats.read_text("utf-8").replace("kind: fixed", "zones: [mian], kind: fixed"), "utf-8")
    deck = tmp_path / "games" / "mine" / "decks" / "box.txt"
    outcome = command("validate", deck, "-g", "mine", "--data", tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert f'{formats}: data.reference "mian" names nothing in this game' in outcome.err
