"""``cardtools deck``: what its commands print, write and leave with."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]
DECKS = REPO / "data/games/hkk/decks"
DEMO = DECKS / "demo-tournament.txt"
POOL = DECKS / "marked/pool.json"
LEGAL = DECKS / "marked/legal-divine.txt"
BROKEN = "# name: Rossz\n4 példalap RAIA 1\n1 Példalap tharr 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.txt").write_text(BROKEN, "utf-8")
    return tmp_path


def json_of(outcome: Outcome) -> dict[str, Any]:
    document = json.loads(outcome.out)
    assert isinstance(document, dict)
    return document


CALLS = [
    ("stats", "deck.txt"),
    ("odds", "deck.txt", "--card", "Példalap raia 1"),
    ("hand", "deck.txt", "--seed", "1", "--turns", "2"),
    ("diff", "deck.txt", str(LEGAL)),
    ("convert", "deck.txt"),
    ("fmt", "deck.txt"),
    ("missing", "deck.txt", "--owned", "deck.txt"),
    ("merge", "deck.txt", "deck.txt"),
    ("suggest", "deck.txt"),
    ("code", "deck.txt"),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_command_speaks_both_languages_and_tells_one_json_document(
    command: Command, call: tuple[str, ...], language: str
) -> None:
    arguments = ("deck", *call, "-g", "hkk", "--pool", POOL, "--lang", language)
    plain, document = command(*arguments), command(*arguments, "--report", "json")
    assert plain.code == document.code == (1 if call[0] == "suggest" else 0)
    assert plain.out.strip()
    assert "{" not in plain.err
    assert json_of(document)["schema"] == f"cardtools.deck-{call[0]}/1"


@pytest.mark.parametrize(
    "call", [call for call in CALLS if call[0] not in ("convert", "merge", "fmt")], ids=lambda c: c[0]
)
def test_every_table_is_csv(command: Command, call: tuple[str, ...]) -> None:
    rows = list(csv.reader(io.StringIO(command("deck", *call, "-g", "hkk", "--pool", POOL, "--report", "csv").out)))
    assert {len(row) for row in rows} == {len(rows[0])}


def test_stats_say_what_the_pool_does_not_tell(command: Command) -> None:
    outcome = command("deck", "stats", DEMO, "-g", "hkk")
    assert outcome.code == 0
    assert "rarity: not in this pool" in outcome.out
    assert "creatures: 26 (52.00 %)" in outcome.out
    assert "pool.partial" in outcome.err
    assert "52,00 %" in command("deck", "stats", DEMO, "-g", "hkk", "--lang", "hu").out


def test_stats_draw_the_curve(command: Command, folder: Path) -> None:
    assert command("deck", "stats", LEGAL, "-g", "hkk", "--pool", POOL, "--svg", "curve.svg").code == 0
    assert (folder / "curve.svg").read_text("utf-8").count("<rect") == 3


def test_odds_are_told_exactly_and_as_a_decimal(command: Command) -> None:
    arguments = ("deck", "odds", DEMO, "-g", "hkk", "--card", "red lightning", "--hand", "5")
    document = json_of(command(*arguments, "--report", "json"))
    (group,) = document["groups"]
    assert group["chance"]["fraction"] == "541/1960"
    assert group["chance"]["decimal"] == pytest.approx(541 / 1960)
    assert sum(Fraction(one["fraction"]) for one in group["exactly"]) == 1
    assert (document["opening_hand"], document["both"]) == (5, None)
    assert "at least 1: 27.60 %" in command(*arguments).out


def test_the_hand_of_the_deck_and_the_turn_decide_how_many_cards_are_seen(command: Command) -> None:
    arguments = ("deck", "odds", DEMO, "-g", "hkk", "--type", "szörny", "--and-card", "Rettegés", "--by-turn", "3")
    first = json_of(command(*arguments, "--report", "json"))
    second = json_of(command(*arguments, "--on-the-draw", "--report", "json"))
    assert (first["opening_hand"], first["seen"], second["seen"]) == (3, 5, 6)
    assert second["both"]["decimal"] > first["both"]["decimal"] > 0


def test_a_seed_gives_the_same_hand(command: Command) -> None:
    hands = [command("deck", "hand", DEMO, "-g", "hkk", "--seed", "7", "--turns", "3").out for _ in range(2)]
    assert hands[0] == hands[1]
    chosen = json_of(command("deck", "hand", DEMO, "-g", "hkk", "--report", "json"))
    again = json_of(command("deck", "hand", DEMO, "-g", "hkk", "--seed", str(chosen["seed"]), "--report", "json"))
    assert chosen == again


def test_diff_tells_nothing_of_another_spelling(command: Command, folder: Path) -> None:
    (folder / "other.txt").write_text("1 PELDALAP THARR 1\n2 Példalap raia 1\n2 Példalap raia 1\n", "utf-8")
    outcome = command("deck", "diff", "deck.txt", "other.txt", "-g", "hkk", "--pool", POOL)
    assert (outcome.code, outcome.out) == (0, "the same cards in the same zones\n")


@pytest.mark.parametrize("ending", ["txt", "csv", "xlsx", "yaml", "json", "cod"])
def test_a_list_converted_to_any_form_is_the_same_list(command: Command, ending: str) -> None:
    assert command("deck", "convert", "deck.txt", "-g", "hkk", "-o", f"other.{ending}").code == 0
    document = json_of(command("deck", "diff", "deck.txt", f"other.{ending}", "-g", "hkk", "--report", "json"))
    assert document["same"] is True


def test_a_list_is_never_written_over_what_it_is_made_of(command: Command, folder: Path) -> None:
    outcome = command("deck", "merge", "deck.txt", "deck.txt", "-g", "hkk", "-o", folder / "deck.txt")
    assert (outcome.code, "file.unwritable" in outcome.err) == (2, True)
    assert (folder / "deck.txt").read_text("utf-8") == BROKEN


def test_fmt_checks_and_writes_in_place_and_is_then_content(command: Command, folder: Path) -> None:
    arguments = ("deck", "fmt", "deck.txt", "-g", "hkk", "--pool", POOL)
    assert command(*arguments, "--check").code == 1
    assert (folder / "deck.txt").read_text("utf-8") == BROKEN
    assert command(*arguments, "--in-place").code == 0
    assert (folder / "deck.txt").read_text("utf-8") == BROKEN.replace("példalap RAIA", "Példalap raia")
    assert command(*arguments, "--check").code == 0


def test_missing_adds_up_several_decks(command: Command, folder: Path) -> None:
    (folder / "own.txt").write_text("5 Példalap raia 1\n1 Példalap tharr 1\n", "utf-8")
    (folder / "twin.txt").write_text(BROKEN, "utf-8")
    arguments = ("deck", "missing", "deck.txt", "twin.txt", "-g", "hkk", "--pool", POOL, "--owned", "own.txt")
    document = json_of(command(*arguments, "--report", "json"))
    told = [(one["name"], one["wanted"], one["missing"], one["missing_shared"]) for one in document["cards"]]
    assert told == [("Példalap raia 1", 8, 3, 0), ("Példalap tharr 1", 2, 1, 0)]
    assert (document["missing"], document["missing_shared"]) == (4, 0)


def test_suggest_writes_the_list_after_its_edits(command: Command, folder: Path) -> None:
    arguments = ("-g", "hkk", "--pool", POOL, "-f", "home")
    outcome = command("deck", "suggest", "deck.txt", *arguments, "-o", "better.txt")
    assert outcome.code == 1
    assert "cut 1× Példalap raia 1" in outcome.out
    assert "put in 26 more: Main deck" in outcome.out
    assert "3 példalap RAIA 1" in (folder / "better.txt").read_text("utf-8")
    assert "incomplete" in command("validate", "better.txt", *arguments).out
    assert command("deck", "suggest", LEGAL, *arguments).code == 0


def test_a_code_opens_as_the_list_it_was_made_of(command: Command, folder: Path) -> None:
    made = command("deck", "code", "deck.txt", "-g", "hkk", "--pool", POOL, "--qr", "code.svg")
    code = made.out.strip()
    assert (folder / "code.svg").read_text("utf-8").startswith("<svg")
    opened = command("deck", "open", code, "--pool", POOL)
    assert (opened.code, opened.out) == (0, "# name: Rossz\n\n4 Példalap raia 1\n1 Példalap tharr 1\n")
    (folder / "code.txt").write_text(made.out, "utf-8")
    assert command("deck", "open", "code.txt", "--pool", POOL).out == opened.out
    assert json_of(command("deck", "open", code, "--pool", POOL, "--report", "json"))["game"] == "hkk"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("stats", "deck.txt"), "usage.no-game"),
        (("stats", "deck.txt", "-g", "hkkk"), "usage.unknown-game"),
        (("stats", "no.txt", "-g", "hkk"), "file.unreadable"),
        (("stats", "deck.txt", "-g", "hkk", "--zone", "Kincstár"), "usage.unknown-zone"),
        (("odds", "deck.txt", "-g", "hkk"), "usage.no-wish"),
        (("hand", "deck.txt", "-g", "uno"), "usage.no-hand"),
        (("convert", "deck.txt", "-g", "hkk", "--to", "doc"), "usage.unknown-form"),
        (("convert", "deck.txt", "-g", "hkk", "--to", "xlsx"), "usage.needs-output"),
        (("fmt", "deck.txt", "-g", "hkk", "--check", "--in-place"), "usage.fmt-target"),
        (("missing", "deck.txt", "-g", "hkk"), "usage.no-owned"),
        (("suggest", "deck.txt", "-g", "hkk", "-f", "home", "-f", "tournament", "-o", "x.txt"), "usage.one-format"),
        (("suggest", "deck.txt", "-g", "hkk", "--on", "today"), "usage.date"),
        (("open", "CT9~AAAA"), "share.version"),
        (("open", "CT1~AAAAAAAA"), "share.checksum"),
        (("open", "deck.txt"), "share.none"),
    ],
)
def test_what_cannot_be_is_refused_by_its_code(command: Command, arguments: tuple[str, ...], code: str) -> None:
    outcome = command("deck", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert code in outcome.err
    assert json_of(command("deck", *arguments, "--report", "json"))["findings"][0]["code"] == code


def test_the_folder_says_what_need_not_be_told_and_a_flag_goes_before_it(command: Command, folder: Path) -> None:
    settings = f"game: hkk\npool: {POOL}\nformat: home\nowned: deck.txt\nlang: hu\n"
    (folder / "cardtools.yaml").write_text(settings, "utf-8")
    assert json_of(command("deck", "suggest", "deck.txt", "--report", "json"))["results"][0]["format"] == "home"
    assert "hiányzik: 0 lap" in command("deck", "missing", "deck.txt").out
    told = command("deck", "suggest", "deck.txt", "-f", "tournament", "--lang", "en", "--report", "json")
    assert json_of(told)["results"][0]["format"] == "tournament"


def test_the_pool_of_the_folder_is_not_that_of_another_game(command: Command, folder: Path) -> None:
    (folder / "cardtools.yaml").write_text(f"game: hkk\npool: {POOL}\nformat: home\n", "utf-8")
    box = REPO / "data/games/uno/decks/box.txt"
    assert command("deck", "stats", box, "-g", "uno").code == 0
    assert command("deck", "suggest", box, "-g", "uno").code == 0


def test_a_broken_file_of_the_folder_stops_the_command(command: Command, folder: Path) -> None:
    (folder / "cardtools.yaml").write_text("gmae: hkk\n", "utf-8")
    outcome = command("deck", "stats", "deck.txt")
    assert (outcome.code, outcome.out) == (2, "")
    assert "data.unknown-key" in outcome.err
    assert "did you mean: game" in outcome.err


@pytest.mark.parametrize("name", [call[0] for call in CALLS] + ["open"])
def test_every_command_has_help_in_both_languages(command: Command, name: str) -> None:
    english, hungarian = (command("deck", name, "--help", "--lang", language).out for language in ("en", "hu"))
    assert english != hungarian
    assert "Game, see" not in hungarian


OWN = ("-g", "hkk", "--pool", POOL)
MISSPELLED = "2 Példalap raja 1\n1 Példalap tharr 1\n"


def places_of(document: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(one["code"], one["location"]["path"], one["location"]["line"]) for one in document["findings"]]


def test_missing_tells_unknown_names_on_both_sides_and_no_card_to_buy(command: Command, folder: Path) -> None:
    (folder / "own.txt").write_text("1 Példalap tharr 1\n3 Pédalap raia 1\n", "utf-8")
    (folder / "wrong.txt").write_text(MISSPELLED, "utf-8")
    arguments = ("deck", "missing", "wrong.txt", *OWN, "--owned", "own.txt")
    outcome = command(*arguments)
    assert outcome.code == 1
    assert "own.txt:2: deck.unknown-card" in outcome.err
    assert "wrong.txt:1: deck.unknown-card" in outcome.err
    assert outcome.err.count("did you mean: Példalap raia 1") == 2
    assert "raja" not in outcome.out
    document = json_of(command(*arguments, "--report", "json"))
    assert places_of(document) == [("deck.unknown-card", "own.txt", 2), ("deck.unknown-card", "wrong.txt", 1)]
    assert document["cards"] == []


@pytest.mark.parametrize(
    ("call", "severity", "code"), [("merge", "error", 1), ("diff", "error", 1), ("convert", "warning", 0)]
)
def test_lists_that_are_joined_compared_or_converted_tell_unknown_names(
    command: Command, folder: Path, call: str, severity: str, code: int
) -> None:
    (folder / "wrong.txt").write_text(MISSPELLED, "utf-8")
    lists = ("wrong.txt",) if call == "convert" else ("deck.txt", "wrong.txt")
    outcome = command("deck", call, *lists, *OWN)
    assert outcome.code == code
    assert f"{severity}: wrong.txt:1: deck.unknown-card" in outcome.err
    document = json_of(command("deck", call, *lists, *OWN, "--report", "json"))
    assert [(one["code"], one["severity"]) for one in document["findings"]] == [("deck.unknown-card", severity)]


@pytest.mark.parametrize("call", ["stats", "hand", "odds", "code"])
@pytest.mark.parametrize("text", ["", "# name: Üres\n// semmi\n"])
def test_an_empty_list_is_told_as_such(command: Command, folder: Path, call: str, text: str) -> None:
    (folder / "empty.txt").write_text(text, "utf-8")
    more = ("--card", "Példalap raia 1") if call == "odds" else ()
    outcome = command("deck", call, "empty.txt", *OWN, *more)
    assert (outcome.code, outcome.out) == (1, "")
    assert "empty.txt:1: deck.empty" in outcome.err


def test_a_list_of_lines_that_cannot_be_read_tells_them_before_it_is_empty(command: Command, folder: Path) -> None:
    (folder / "bad.txt").write_text("0 Példalap raia 1\n", "utf-8")
    document = json_of(command("deck", "stats", "bad.txt", *OWN, "--report", "json"))
    assert [one["code"] for one in document["findings"]] == ["deck.count", "deck.empty"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("deck", "stats", "no.txt", "-g", "hkk"), "nincs"),
        (("deck", "stats", "--help"), "Használat"),
        (("deck", "--help"), "Használat"),
        (("deck", "stats"), "Hiányzó"),
    ],
)
@pytest.mark.parametrize("more", ["", "gmae: hkk\n"])
def test_the_language_of_the_folder_is_spoken_in_errors_and_help_too(
    command: Command, folder: Path, arguments: tuple[str, ...], told: str, more: str
) -> None:
    (folder / "cardtools.yaml").write_text(f"lang: hu\n{more}", "utf-8")
    in_hungarian = command(*arguments)
    in_english = command(*arguments, "--lang", "en")
    spoken, english = (one.out + one.err for one in (in_hungarian, in_english))
    assert spoken != english
    if not more:
        assert told in spoken


@pytest.mark.parametrize("text", ["lang: [", "lang: 12\n", "\x00", "lang: {a: b}\n"])
def test_help_is_shown_beside_a_broken_file_of_the_folder(command: Command, folder: Path, text: str) -> None:
    (folder / "cardtools.yaml").write_text(text, "utf-8")
    assert command("--help").code == 0


def test_a_curve_without_costs_is_not_drawn(command: Command, folder: Path) -> None:
    (folder / "pool.txt").write_text("1 | Turul | Raia szörny\n", "utf-8")
    (folder / "turul.txt").write_text("3 Turul\n", "utf-8")
    outcome = command("deck", "stats", "turul.txt", "-g", "hkk", "--pool", "pool.txt", "--svg", "curve.svg")
    assert outcome.code == 1
    assert "turul.txt: deck.no-costs" in outcome.err
    assert not (folder / "curve.svg").exists()


def test_a_curve_is_called_by_its_deck_in_the_language_and_its_path_is_told(command: Command, folder: Path) -> None:
    outcome = command("deck", "stats", LEGAL, *OWN, "--svg", "curve.svg", "--lang", "hu")
    assert outcome.out.splitlines()[-1] == "curve.svg"
    assert "<title>költséggörbe: " in (folder / "curve.svg").read_text("utf-8")


@pytest.mark.parametrize("call", [("stats", "--svg"), ("convert", "-o"), ("code", "--qr")])
def test_a_file_is_written_into_a_folder_that_is_there(command: Command, folder: Path, call: tuple[str, str]) -> None:
    outcome = command("deck", call[0], LEGAL, *OWN, call[1], "new/file.txt")
    assert outcome.code == 2
    assert "file.unwritable" in outcome.err
    assert not (folder / "new").exists()


def test_a_chance_that_is_neither_none_nor_sure_is_never_told_as_such(command: Command, folder: Path) -> None:
    (folder / "large.txt").write_text("1 Példalap raia 1\n999 Példalap raia 2\n999 Példalap raia 2\n" * 6, "utf-8")
    arguments = ("deck", "odds", "large.txt", *OWN, "--card", "Példalap raia 1", "--hand", "5", "--lang", "hu")
    assert "(<0,01 %)" in command(*arguments).out


def test_a_seed_that_is_none_is_refused_in_plain_words(command: Command) -> None:
    outcome = command("deck", "hand", "deck.txt", *OWN, "--seed", "abc", "--lang", "hu")
    assert outcome.code == 2
    assert "usage.seed „abc” nem lehet véletlenmag" in outcome.err


def test_a_list_named_twice_is_told_and_counted_once(command: Command, folder: Path) -> None:
    (folder / "own.txt").write_text("1 Példalap tharr 1\n", "utf-8")
    outcome = command("deck", "missing", "deck.txt", "./deck.txt", *OWN, "--owned", "own.txt", "--report", "json")
    document = json_of(outcome)
    assert [one["code"] for one in document["findings"]] == ["missing.twice"]
    assert (outcome.code, document["missing"], document["names"]) == (0, 4, ["Rossz"])


def test_decks_that_want_the_same_cards_are_called_by_their_names(command: Command, folder: Path) -> None:
    (folder / "own.txt").write_text("4 Példalap raia 1\n2 Példalap tharr 1\n", "utf-8")
    (folder / "plain.txt").write_text("2 Példalap raia 1\n", "utf-8")
    outcome = command("deck", "missing", "deck.txt", "plain.txt", *OWN, "--owned", "own.txt")
    assert "wanted by: Rossz 4, plain 2" in outcome.out


def test_a_pasted_code_is_opened_with_what_stands_around_it(command: Command) -> None:
    code = command("deck", "code", "deck.txt", *OWN).out.strip()
    pasted = command("deck", "open", f"Itt van: `{code}`.", "--pool", POOL)
    assert (pasted.code, pasted.out) == (0, command("deck", "open", code, "--pool", POOL).out)


def test_a_zone_misspelled_is_told_with_those_there_are_by_their_names(command: Command) -> None:
    outcome = command("deck", "stats", "deck.txt", *OWN, "--zone", "sidee")
    assert "there are: Main deck, Side deck" in outcome.err
    assert "did you mean: side" in outcome.err
