"""What the commands print on good input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]
DECKS = REPO / "data/games/hkk/decks"

FINDING_KEYS = {
    "code", "rule", "severity", "message", "location", "cards", "actual", "limit", "suggestions", "source", "hint",
}  # fmt: skip


def test_validate_prints_the_json_of_the_contract(command: Command) -> None:
    outcome = command("validate", DECKS / "illegal-copies.txt", "-g", "hkk", "--report", "json")
    report = json.loads(outcome.out)
    assert outcome.code == 1
    assert report["schema"] == "cardtools.report/1"
    assert report["game"] == "hkk"
    assert report["summary"] == {
        "decks": 1, "results": 1, "unreadable": 0, "illegal": 1, "undetermined": 0, "incomplete": 0,
        "legal-with-warnings": 0, "legal": 0,
    }  # fmt: skip
    result = report["results"][0]
    assert result["format"] == "tournament"
    assert result["status"] == "illegal"
    assert {"main", "side", "rule", "follower"} <= set(result["counts"])
    finding = result["findings"][0]
    assert set(finding) == FINDING_KEYS
    assert finding["code"] == "deck.copies"
    assert (finding["actual"], finding["limit"]) == (4, {"max": 3})
    assert set(finding["location"]) == {"path", "line", "column", "row", "zone"}
    places = finding["cards"][0]["where"]
    assert sum(place["count"] for place in places) == 4
    assert len({place["line"] for place in places}) == 2


def test_several_formats_give_a_result_each(command: Command) -> None:
    outcome = command(
        "validate", DECKS / "demo-home.txt", "-g", "hkk", "-f", "home", "-f", "tournament", "--report", "json"
    )
    results = json.loads(outcome.out)["results"]
    assert [result["format"] for result in results] == ["home", "tournament"]
    assert results[0]["status"] == "legal"
    assert results[1]["status"] != "legal"


def test_text_lines_can_be_grepped(command: Command) -> None:
    path = DECKS / "illegal-copies.txt"
    lines = command("validate", path, "-g", "hkk").out.splitlines()
    assert lines[0].startswith(f"{path}:")
    assert " deck.copies " in lines[0]
    assert lines[-1].startswith(f"{path}: [tournament] illegal")


def test_language_never_changes_a_result(command: Command) -> None:
    def bare(language: str) -> object:
        outcome = command("validate", *sorted(DECKS.glob("*.txt")), "-g", "hkk", "--report", "json", "--lang", language)
        report = json.loads(outcome.out)
        for result in report["results"]:
            result.pop("unchecked")
            for finding in result["findings"]:
                finding.pop("message")
                finding.pop("hint")
        return report

    assert bare("hu") == bare("en") == bare("sk")


def test_unchecked_rules_are_told_in_words(command: Command) -> None:
    result = json.loads(command("validate", DECKS / "demo-tournament.txt", "-g", "hkk", "--report", "json").out)
    unchecked = {one["rule"]: one["why"] for one in result["results"][0]["unchecked"]}
    assert {"divine", "divine-colour", "exclusive", "copies"} <= set(unchecked)
    assert "divine" in unchecked["divine"]


def test_score_prints_the_json_of_the_contract(command: Command) -> None:
    score = json.loads(command("score", "uno", REPO / "data/games/uno/examples/o3.yaml", "--report", "json").out)
    assert score["schema"] == "cardtools.score/1"
    assert score["rounds"][0]["scores"] == {"Anna": 117}
    line = next(one for one in score["rounds"][0]["lines"] if one["category"] == "draw_two")
    assert (line["player"], line["count"], line["points"]) == ("Anna", 1, 20)
    assert "Béla" in line["why"]
    assert score["standings"][0] == {"rank": 1, "player": "Anna", "total": 117, "winner": False}
    assert (score["finished"], score["decided_by"], score["findings"]) == (False, None, [])


def test_score_says_who_won(command: Command) -> None:
    outcome = command("score", "uno", REPO / "data/games/uno/examples/o4.yaml")
    assert outcome.code == 0
    assert "548  winner" in outcome.out


def test_an_imported_pool_gives_the_verdicts_of_the_raw_one(command: Command, tmp_path: Path) -> None:
    raw = tmp_path / "cards.txt"
    raw.write_text("1 | Életerő | Leah azonnali\r\n2 | Turul | Raia szörny\r\n", encoding="utf-8-sig")
    target = tmp_path / "made" / "pool.json"
    imported = command("pool", "import", raw, "-g", "hkk", "-o", target)
    assert (imported.code, imported.out) == (0, f"{target}\n")
    deck = tmp_path / "deck.txt"
    deck.write_text("4 Életerő\n1 Turulmadár\n")
    one = command("validate", deck, "-g", "hkk", "--pool", raw, "--report", "json")
    other = command("validate", deck, "-g", "hkk", "--pool", target, "--report", "json")
    assert json.loads(one.out) == json.loads(other.out)
    assert one.code == 1


def test_a_broken_game_of_ones_own_is_told_and_the_others_are_listed(command: Command, tmp_path: Path) -> None:
    for name in ("broken", "ring"):
        (tmp_path / "games" / name).mkdir(parents=True)
    (tmp_path / "games/broken/game.yaml").write_text("id: [\n", "utf-8")
    (tmp_path / "games/ring/game.yaml").symlink_to("game.yaml")
    listed = command("games", "--data", tmp_path)
    assert (listed.code, len(listed.out.splitlines())) == (2, 5)
    assert [line.split()[1] for line in listed.err.splitlines()] == ["data.syntax", "file.unreadable"]
    told = json.loads(command("games", "--data", tmp_path, "--report", "json").out)
    assert (len(told["games"]), len(told["findings"])) == (5, 2)
    assert command("setup", "uno", "--players", "3", "--data", tmp_path).code == 0


def test_games_lists_every_game(command: Command) -> None:
    outcome = command("games", "--report", "json")
    games = {game["id"]: game for game in json.loads(outcome.out)["games"]}
    assert set(games) == {path.parent.name for path in (REPO / "data/games").glob("*/game.yaml")}
    assert games["uno"]["cards"] == 112


def test_check_finds_the_shipped_games_in_order(command: Command) -> None:
    outcome = command("check")
    assert outcome.code == 0
    assert outcome.err == ""


def test_print_tells_the_path_on_stdout_and_figures_beside_it(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    outcome = command("print", "reference", "uno", "--lang", "en", "-o", target)
    assert (outcome.code, outcome.out) == (0, f"{target}\n")
    assert "1 page\n" in outcome.err
    assert target.read_bytes().startswith(b"%PDF")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.pdf"]


def test_without_output_it_goes_to_the_output_folder(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command("print", "reference", "panda", "--lang", "sk", "--report", "json")
    report = json.loads(outcome.out)
    assert report["path"] == "output/panda-reference-en.pdf"
    assert [finding["code"] for finding in report["findings"]] == ["language.gap"]
    assert (tmp_path / report["path"]).is_file()


def test_proxies_of_a_list_with_an_error_are_not_printed(command: Command, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("1 Vörös villám\n1 Vörös vilám\n")
    target = tmp_path / "proxies.pdf"
    outcome = command("print", "proxies", deck, "-g", "hkk", "-o", target)
    assert outcome.code == 1
    assert "deck.txt:2: deck.unknown-card" in outcome.err
    assert not target.exists()


@pytest.mark.parametrize("arguments", [["--help"], ["validate", "--help"], ["print", "--help"], []])
def test_help_speaks_hungarian(command: Command, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "hu_HU.UTF-8")
    outcome = command(*arguments)
    assert outcome.code == 0
    assert outcome.out.startswith("Használat: cardtools")
    assert "Options" not in outcome.out
    assert "Show this" not in outcome.out


def test_check_takes_a_folder_of_games_or_of_one(command: Command, tmp_path: Path) -> None:
    assert command("new", "one", tmp_path).code == 0
    assert command("new", "two", tmp_path).code == 0
    both = command("check", f"{tmp_path}/")
    assert (both.code, [line.split(":")[0] for line in both.out.splitlines()]) == (0, ["one", "two"])
    single = command("check", tmp_path / "games" / "two")
    assert (single.code, single.out.split(":")[0]) == (0, "two")
    (tmp_path / "empty").mkdir()
    nothing = command("check", tmp_path / "empty")
    assert (nothing.code, nothing.out) == (2, "")
    assert "usage.no-games" in nothing.err


def test_setup_takes_a_variant(command: Command) -> None:
    assert "Play with 108 cards" in command("setup", "uno", "--players", "3", "--variant", "classic").out
    unknown = command("setup", "uno", "--players", "3", "--variant", "street")
    assert (unknown.code, unknown.out) == (2, "")
    assert "box, classic" in unknown.err
