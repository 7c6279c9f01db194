"""What the pages say and keep: words by game and language, what was typed, the time of this machine's clock."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from cardtools.app.scores import Table as ScoreTable
from cardtools.games.hkk.names import is_draw
from cardtools.web.score_pads import SAID, said_words
from tests.web.conftest import Table, plain


@pytest.fixture
def in_budapest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Budapest")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def begun(table: Table, game: str, players: list[str], **fields: str) -> str:
    made = table.client.post("/scores", data={"form": table.token, "game": game, "player": players, **fields})
    assert made.status_code == 200, made.text
    return str(made.url.path)


def entered(table: Table, evening: str, *rounds: str) -> str:
    for words in rounds:
        step = table.get(evening, **{"X-Part": "step"}).text
        table.send(evening, {"step": step, "do": "add", "n": "1", "words": words})
    return str(table.get(evening).text)


def field(page: str, name: str) -> list[str]:
    """Return what stands in the fields of a name."""
    return [
        (re.search(r'value="([^"]*)"', one) or ["", ""])[1] for one in re.findall(rf'<input name="{name}"[^>]*>', page)
    ]


def test_names_stay_without_scripts_when_another_game_is_chosen(table: Table) -> None:
    sent = {"form": table.token, "game": "uno", "player": ["Annamária", "", "Béla"], "before": ["", "", "7"]}
    page = table.client.post("/scores", data={**sent, "pick": "panda"}).text
    assert field(page, "player")[:3] == ["Annamária", "", "Béla"]
    assert field(page, "before")[2] == "7"
    assert 'name="game" value="panda"' in page
    assert 'name="back" value="/scores?game=panda"' in page
    assert not (table.settings.folder / "evenings").exists()


def test_a_pasted_list_stays_without_scripts_when_another_game_is_chosen(table: Table) -> None:
    sent = {"game": "hkk", "format": "tournament", "name": "Három isten", "text": "3 Gnóm\n", "pick": "uno"}
    page = table.send("/decks", sent).text
    assert 'value="Három isten"' in page
    assert "3 Gnóm" in page
    assert 'name="game" value="uno"' in page
    assert table.get("/decks").text.count("kept-name") == 0


def test_a_refused_list_stays_with_its_game(table: Table) -> None:
    page = table.send("/decks", {"game": "uno", "format": "box", "text": "CT1~broken"})
    assert page.status_code == 422
    assert 'name="game" value="uno"' in page.text
    assert "CT1~broken" in page.text


def test_enter_begins_and_does_not_choose_another_game(table: Table) -> None:
    for start in ("/decks", "/scores"):
        form = table.get(start).text.partition('<form id="begin"')[2]
        first = re.search(r"<button[^>]*>", form)
        assert first is not None
        assert "name=" not in first[0], start


@pytest.mark.parametrize(("game", "word"), [("hkk", "God or colour"), ("uno", "Colour"), ("panda", "Colour")])
def test_a_game_without_gods_has_no_filter_of_gods(table: Table, game: str, word: str) -> None:
    form = "tournament" if game == "hkk" else "box"
    label = re.search(
        r'<label class="field">([^<]*)\n<select name="colour">', table.get(table.begin(game=game, form=form)).text
    )
    assert label is not None
    assert label[1] == word


@pytest.mark.usefixtures("in_budapest")
def test_times_are_those_of_the_clock_here(table: Table) -> None:
    evening = begun(table, "uno", ["Anna", "Béla"])
    path = next((table.settings.folder / "evenings").iterdir())
    path.write_text(re.sub(r'"at":"[^"]*"', '"at":"2026-07-01T22:30:00+00:00"', path.read_text("utf-8")), "utf-8")
    assert "since 2026-07-02 00:30" in plain(table.get(evening).text)
    assert "2026-07-02 00:30" in plain(table.get("/scores").text)
    told = table.get(f"{evening}/file/jsonl").headers["content-disposition"]
    assert told == 'attachment; filename="uno-2026-07-02.jsonl"'


@pytest.mark.parametrize(
    ("variant", "players", "rounds"),
    [
        ("duel", ["Kati", "Balázs"], ["Kati 18; Balázs 0"]),
        ("pairs", ["Anna és Béla", "Kati és Dani"], ["Anna és Béla: 3; Kati és Dani: 0"]),
        ("match", ["Kati", "Balázs"], ["Kati won; over"]),
        ("final-war", ["A", "B", "C"], ["out A", "out B"]),
    ],
)
def test_a_game_that_is_over_offers_no_pad_but_another_evening(
    table: Table, variant: str, players: list[str], rounds: list[str]
) -> None:
    evening = begun(table, "hkk", players, variant=variant)
    assert "Nothing more to enter" not in table.get(evening).text
    page = entered(table, evening, *rounds)
    assert "Nothing more to enter" in page
    assert re.search(r"<div hidden>\s*<div class=\"pad", page)
    again = table.get(f"/scores?again={evening.rpartition('/')[2]}").text
    assert field(again, "player")[: len(players)] == players
    assert f'<option value="{variant}" selected>' in again
    assert "Nothing more to enter" not in table.get(f"{evening}?round=1").text


def test_how_a_game_ended_is_told_player_by_player_though_it_is_over(table: Table) -> None:
    evening = begun(table, "nepmesek", ["Anna", "Béla"])
    page = entered(table, evening, "Anna: 1 1 1", "Béla: 2 2 2")
    assert "The game is over." in page
    assert re.search(r"<div>\s*<div class=\"pad", page)


def test_entries_that_are_no_rounds_are_not_called_so(table: Table) -> None:
    page = entered(table, begun(table, "hkk", ["Kati", "Balázs"]), "Kati 18; Balázs 12")
    assert "Take back entry 1" in page
    assert 'aria-label="Correct entry 1"' in page
    assert "Take back round 1" in entered(table, begun(table, "uno", ["A", "B"]), "A out; B r1")


def test_a_chart_is_sent_once(table: Table) -> None:
    evening = begun(table, "uno", ["Anna", "Béla"])
    page = entered(table, evening, "Anna out; Béla r7", "Béla out; Anna r7")
    assert page.count("totals over rounds</title>") == 1


def test_the_list_tells_how_it_is_played_and_no_totals_of_what_has_not_begun(table: Table) -> None:
    begun(table, "hkk", ["Anna és Béla", "Kati és Dani"], variant="pairs")
    begun(table, "hkk", ["Kati", "Balázs"], variant="duel")
    home = plain(table.get("/").text)
    assert "Paired play · Anna és Béla, Kati és Dani · 0 rounds" in home
    assert "Kártyajáték Kati, Balázs · 0 rounds" in home


def test_shares_are_written_as_the_language_has_them(table: Table) -> None:
    deck = table.begin("1 Gnóm\n2 Rettegés\n")
    assert "33.3%" in table.get(deck).text
    assert "33,3%" in table.client.get(deck, headers={"accept-language": "hu"}).text
    odds = table.client.get(f"{deck}/odds?wish=card:Gnóm&hand=1&turn=0", headers={"accept-language": "hu"}).text
    assert "33,3%" in odds


def test_what_mends_a_deck_names_no_file_that_nobody_knows(table: Table) -> None:
    page = plain(table.get(f"{table.begin('4 Gnóm' + chr(10))}/mend").text)
    assert "line 1: Gnóm" in page
    assert "deck.txt" not in page


SAYINGS = {
    "uno": ("Anna {out}; Béla: r7; {last} g+2",),
    "nepmesek": ("Anna: 1 1 / {front} -1 / {hand} 2 pinko / {hussar} -1",),
    "unikornis": ("Anna: Llamacorn; {pile_out}; {first} Anna",),
    "hkk": (
        "Anna: 3; Béla: 0; {decks_out}",
        "Anna: {won}; {best_of} 3; {over}",
        "{fell} Anna + Béla",
        "Anna: {reserve} 2 {spent} 1 Béla {spent} 2 Béla -3",
    ),
}


@pytest.mark.parametrize("game", SAYINGS)
def test_what_pads_write_is_read_alike_in_every_language(table: Table, game: str) -> None:
    desks = [table.app.state.warm.desk(language) for language in ("en", "hu")]
    for saying in SAYINGS[game]:
        english, hungarian = (saying.format_map(said_words(desk.words)) for desk in desks)
        assert english != hungarian
        scored = ScoreTable.of(desks[0], game)
        read = [scored.read(text, ("Anna", "Béla")).data for text in (english, hungarian)]
        assert read[0] == read[1] != {}


def test_every_word_of_the_pads_is_tried_above() -> None:
    tried = {word for sayings in SAYINGS.values() for one in sayings for word in re.findall(r"{(\w+)}", one)}
    assert tried == {*SAID} - {"draw"}


def test_a_drawn_game_is_read_in_every_language(table: Table) -> None:
    for language in ("en", "hu"):
        desk = table.app.state.warm.desk(language)
        read = ScoreTable.of(desk, "hkk").read(said_words(desk.words)["draw"], ("Anna", "Béla"))
        assert [is_draw(game) for game in read.data["games"]] == [True]
