from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardtools.web.settings import Settings
from cardtools.web.warm import OWN
from tests.conftest import REPO
from tests.web.conftest import DECKS, REAL_POOL, Table, plain

LEGAL = (DECKS / "demo-tournament.txt").read_text("utf-8")


def test_a_legal_deck_turns_illegal_and_legal_again(table: Table) -> None:
    deck = table.begin(LEGAL)
    assert 'class="verdict legal"' in table.get(deck).text
    card = _card_id(table, "Vörös villám")
    worse = table.change(deck, f"more|main|{card}")
    assert 'class="verdict illegal"' in worse.text
    assert "4" in plain(worse.text)
    assert 'class="verdict legal"' in table.change(deck, f"less|main|{card}").text


def _card_id(table: Table, name: str) -> str:
    bench = table.app.state.warm.bench("hkk", OWN)
    return str(bench.builder.names.find(name)[0].id)


def test_a_finding_stands_beside_its_card(table: Table) -> None:
    deck = table.begin((DECKS / "illegal-copies.txt").read_text("utf-8"))
    page = table.get(deck).text
    marked = [part for part in page.split("<li id=") if "has-findings" in part.split(">")[0]]
    assert len(marked) == 1
    assert 'class="finding error"' in marked[0]


def test_changes_keep_the_comments_and_the_order_of_the_list(table: Table) -> None:
    deck = table.begin(LEGAL)
    table.change(deck, f"less|main|{_card_id(table, 'Rettegés')}")
    assert table.text(deck) == LEGAL.replace("3 Rettegés", "2 Rettegés").rstrip() + "\n"


def test_a_card_goes_where_it_belongs(table: Table) -> None:
    deck = table.begin("", form="tournament")
    table.change(deck, f"add|{_card_id(table, 'Timera, a szerencse asszonya')}")
    table.change(deck, f"add|{_card_id(table, 'Vörös villám')}")
    table.change(deck, f"add|{_card_id(table, 'Vörös villám')}")
    text = table.text(deck)
    assert "1 Timera" in text
    assert "2 Vörös villám" in text
    page = plain(table.get(deck).text)
    assert "Follower 1" in page or "follower 1" in page


def test_undo_and_redo_go_step_by_step_and_end_where_they_end(table: Table) -> None:
    deck = table.begin(LEGAL)
    card = _card_id(table, "Rettegés")
    states = [table.text(deck)]
    for _ in range(3):
        table.change(deck, f"less|main|{card}")
        states.append(table.text(deck))
    for expected in (*reversed(states[:-1]), states[0]):
        table.change(deck, "undo")
        assert table.text(deck) == expected
    for expected in (*states[1:], states[-1]):
        table.change(deck, "redo")
        assert table.text(deck) == expected


def test_two_windows_lose_nothing(table: Table) -> None:
    deck = table.begin(LEGAL)
    old = table.version(deck)
    first, second = (_card_id(table, name) for name in ("Rettegés", "Gnóm"))
    assert table.change(deck, f"less|main|{first}", version=old).status_code == 200
    late = table.change(deck, f"less|main|{second}", version=old)
    assert late.status_code == 409
    assert "another window" in plain(late.text)
    assert f'value="less|main|{second}"' in late.text  # offered again
    assert "2 Gnóm" in table.text(deck)
    assert table.change(deck, f"less|main|{second}").status_code == 200
    assert "1 Gnóm" in table.text(deck)
    assert "2 Rettegés" in table.text(deck)


def test_a_text_that_comes_too_late_is_shown_beside_the_other(table: Table) -> None:
    deck = table.begin(LEGAL)
    old = table.version(deck)
    table.change(deck, f"less|main|{_card_id(table, 'Gnóm')}")
    late = table.send(deck, {"version": old, "do": "text", "text": "3 Rettegés\n# mine alone"})
    assert late.status_code == 409
    assert "# mine alone" in late.text
    assert "1 Gnóm" in late.text
    assert "# mine alone" not in table.text(deck)


def test_without_scripts_a_button_leads_back_to_the_page_with_its_search(table: Table) -> None:
    deck = table.begin(LEGAL)
    card = _card_id(table, "Gnóm")
    page = table.send(deck, {"version": table.version(deck), "do": f"add|{card}", "query": "q=gn%C3%B3m"})
    assert page.url.query == b"q=gn%C3%B3m"
    assert "<html" in page.text
    assert "3 Gnóm" in table.text(deck)


@pytest.mark.parametrize("words", ["voros VILLAM", "vörös villám", "voros"])
def test_search_finds_a_card_without_its_accents(table: Table, words: str) -> None:
    deck = table.begin()
    part = table.get(f"{deck}/cards?q={words}", **{"X-Part": "cards"})
    assert "Vörös villám" in part.text
    assert "<html" not in part.text


def test_search_filters_by_colour_type_and_query(table: Table) -> None:
    deck = table.begin()
    everything = table.get(f"{deck}/cards?colour=fairlight&type=instant", **{"X-Part": "cards"}).text
    assert "Vörös villám" in everything
    assert "Agglomerátor" not in everything
    assert "Agglomerátor" in table.get(f"{deck}/cards?q=god:fairlight%20-type:instant", **{"X-Part": "cards"}).text


def test_a_query_that_cannot_be_understood_is_told_in_place(table: Table) -> None:
    deck = table.begin()
    part = table.get(f"{deck}/cards?q=cost%3C%3Cx", **{"X-Part": "cards"})
    assert 'class="finding error"' in part.text
    assert table.get(f"{deck}?q=cost%3C%3Cx").status_code == 200


def test_an_unknown_card_is_kept_and_mended_by_its_suggestion(table: Table) -> None:
    deck = table.begin("3 Vörös vilám\n2 Gnóm\n")
    page = table.get(deck).text
    assert "Vörös vilám" in page
    assert 'value="name|1|Vörös villám"' in page
    table.change(deck, "name|1|Vörös villám")
    assert table.text(deck).startswith("3 Vörös villám\n")


def test_a_bad_list_is_told_and_nothing_of_it_is_lost(table: Table) -> None:
    text = "3 Vörös villám\n2.5 Gnóm\n[Nowhere]\n1 Gyevi bíró\n"
    deck = table.begin(text)
    page = plain(table.get(deck).text)
    assert "2.5" in page
    assert table.text(deck) == text
    table.change(deck, f"more|main|{_card_id(table, 'Vörös villám')}")
    assert table.text(deck) == text.replace("3 V", "4 V")


def test_a_list_that_is_none_is_refused_and_stands_in_its_field_still(table: Table) -> None:
    answer = table.send("/decks", {"game": "hkk"}, files={"file": ("x.json", b'{"cards": [')})
    assert answer.status_code == 422
    assert 'class="finding error"' in answer.text


@pytest.mark.parametrize("form", ["text", "csv", "xlsx", "yaml", "json", "cod"])
def test_a_deck_is_saved_in_every_form_and_opened_again(table: Table, form: str) -> None:
    deck = table.begin(LEGAL)
    saved = table.get(f"{deck}/file/{form}")
    assert saved.status_code == 200
    name = saved.headers["content-disposition"].partition('filename="')[2].rstrip('"')
    assert name.startswith("harom-isten-three-gods.")
    opened = table.send("/decks", {"game": "hkk", "format": "tournament"}, files={"file": (name, saved.content)})
    assert 'class="verdict legal"' in opened.text
    assert "There is only" not in opened.text


def test_a_share_code_is_opened_at_another_table(table: Table) -> None:
    deck = table.begin(LEGAL)
    page = table.get(f"{deck}/share").text
    code = page.partition("CT1~")[2].partition("<")[0]
    assert "<svg" in page
    again = table.begin(f"CT1~{code}\n", game="uno")
    assert 'class="verdict legal"' in table.get(again).text


def test_odds_are_exact(table: Table) -> None:
    deck = table.begin("1 Gnóm\n3 Rettegés\n")
    page = plain(table.get(f"{deck}/odds?wish=card:Gnóm&hand=2&turn=0").text)
    assert "50.0%" in page
    assert "1/2" in page


def test_a_hand_is_drawn_again_by_its_seed(table: Table) -> None:
    deck = table.begin(LEGAL)
    assert table.get(f"{deck}/hand?seed=7").text == table.get(f"{deck}/hand?seed=7").text
    assert table.get(f"{deck}/hand?seed=7").text != table.get(f"{deck}/hand?seed=8").text


def test_what_mends_a_deck_is_shown_and_done(table: Table) -> None:
    deck = table.begin((DECKS / "illegal-copies.txt").read_text("utf-8"))
    assert 'value="mend"' in table.get(f"{deck}/mend").text
    after = table.change(deck, "mend")
    assert 'class="verdict illegal"' not in after.text


def mend_page(table: Table, text: str, form: str) -> str:
    return plain(table.get(f"{table.begin(text, form=form)}/mend").text)


def test_a_zone_that_is_as_cheaply_filled_as_emptied_is_told(table: Table) -> None:
    bench = table.app.state.warm.bench("hkk", OWN)
    names = [card.name["hu"] for card in bench.cards.values() if card.type == "instant"][:5]
    page = mend_page(table, "[side]\n" + "".join(f"3 {name}\n" for name in names), "tournament-2025")
    assert "As cheap: keep the 15 there and put in 15 more" in page


def test_cards_under_an_unknown_heading_are_moved_and_it_can_be_done(table: Table) -> None:
    deck = table.begin("[Kincstár]\n3 Gnóm\n")
    page = table.get(f"{deck}/mend")
    assert "Move what stands under [Kincstár] (3) →" in plain(page.text)
    assert 'value="mend"' in page.text
    table.change(deck, "mend")
    assert "3 Gnóm" in table.text(deck)
    assert "Kincstár" not in table.text(deck)


def test_a_card_that_has_no_room_where_it_belongs_says_so(table: Table) -> None:
    bench = table.app.state.warm.bench("hkk", OWN)
    follower = next(card.name["hu"] for card in bench.cards.values() if card.type == "follower" and not card.marks)
    page = mend_page(table, f"2 {follower}\n", "home")
    assert "it belongs to" in page
    assert "which is full" in page


def test_an_earlier_state_is_compared_and_gone_back_to(table: Table) -> None:
    deck = table.begin(LEGAL)
    table.change(deck, f"drop|main|{_card_id(table, 'Gnóm')}")
    page = plain(table.get(f"{deck}/diff?state=0").text)
    assert "Gnóm" in page
    assert "(−2)" in page
    table.change(deck, "back|0")
    assert table.text(deck) == LEGAL.rstrip() + "\n"


def test_a_card_moves_to_another_zone(table: Table) -> None:
    deck = table.begin(LEGAL)
    zone = "side" if "move|side|" in table.get(deck).text else "follower"
    table.change(deck, f"move|{zone}|main|{_card_id(table, 'Gnóm')}")
    page = table.get(deck).text
    assert "1 Gnóm" in table.text(deck).partition("1 Timera")[2] or f'id="zone-{zone}"' in page


def test_settings_of_a_deck_change_its_verdict(table: Table) -> None:
    deck = table.begin((DECKS / "incomplete-49.txt").read_text("utf-8"))
    assert 'class="verdict incomplete"' in table.get(deck).text
    table.change(deck, "set", format="home", name="Otthoni")
    page = table.get(deck).text
    assert 'class="verdict incomplete"' not in page
    assert "<h1>Otthoni</h1>" in page


@pytest.mark.parametrize(
    "do", ["", "fly", "add", "add|nobody", "more|nowhere", "move|nowhere|main|1", "back|99", "name|x|y|z"]
)
def test_a_button_that_there_is_not_does_nothing(table: Table, do: str) -> None:
    deck = table.begin(LEGAL)
    answer = table.change(deck, do)
    assert answer.status_code in (200, 404, 422)
    assert table.text(deck) == LEGAL.rstrip() + "\n"


def test_a_reload_and_a_new_server_find_the_deck_as_it_was(table: Table) -> None:
    deck = table.begin(LEGAL)
    table.change(deck, f"less|main|{_card_id(table, 'Gnóm')}")
    again = Table(Settings(table.settings.folder, table.settings.port, table.settings.secret))
    with again.client:
        assert again.text(deck) == table.text(deck)
        again.change(deck, "undo")
        assert again.text(deck) == LEGAL.rstrip() + "\n"
    assert table.text(deck) == LEGAL.rstrip() + "\n"  # the first one sees what the other has written


def test_a_line_that_a_killed_server_left_torn_loses_nothing_else(table: Table) -> None:
    deck = table.begin(LEGAL)
    card = _card_id(table, "Gnóm")
    table.change(deck, f"less|main|{card}")
    path = next(table.settings.folder.glob("decks/*.jsonl"))
    with path.open("ab") as stream:
        stream.write(b'{"at": "2026-01-01", "do": "sta')
    assert "1 Gnóm" in table.text(deck)
    table.change(deck, f"more|main|{card}")
    assert "2 Gnóm" in table.text(deck)
    assert all(json.loads(line) for line in path.read_bytes().splitlines())


def test_a_pool_is_brought_and_built_from(table: Table) -> None:
    pool = "1 | Első lap | Sheran szörny\n2 | Második lap | Leah bűbáj\n".encode()
    brought = table.send("/decks/pool", {"game": "hkk"}, files={"file": ("mine.txt", pool)})
    assert brought.status_code == 200
    pool_id = next(table.settings.folder.glob("pools/*.about")).stem
    deck = table.begin("2 elso lap\n", pool=pool_id)
    page = table.get(f"{deck}?q=masodik").text
    assert "Második lap" in page
    assert "Első lap" in page
    assert "mine.txt" in page


def test_a_pool_that_is_none_is_refused(table: Table) -> None:
    answer = table.send("/decks/pool", {"game": "hkk"}, files={"file": ("mine.json", b"{")})
    assert answer.status_code == 422
    assert str(table.settings.folder) not in answer.text
    assert not list(table.settings.folder.glob("pools/*"))


def test_a_pool_that_is_gone_is_told(table: Table) -> None:
    pool = "1 | Első lap | Sheran szörny\n".encode()
    table.send("/decks/pool", {"game": "hkk"}, files={"file": ("mine.txt", pool)})
    pool_id = next(table.settings.folder.glob("pools/*.about")).stem
    deck = table.begin("2 elso lap\n", pool=pool_id)
    for path in table.settings.folder.glob("pools/*"):
        path.unlink()
    assert "pool" in plain(table.get(deck).text)


@pytest.mark.parametrize("language", ["hu", "en"])
def test_pages_come_in_the_language_of_the_browser_and_of_its_choice(table: Table, language: str) -> None:
    other = {"hu": "en", "en": "hu"}[language]
    assert f'<html lang="{language}">' in table.get("/decks", **{"accept-language": f"{language};q=0.9,de"}).text
    table.send("/language", {"language": other, "back": "/decks"})
    assert f'<html lang="{other}">' in table.get("/decks", **{"accept-language": language}).text


def test_a_page_weighs_less_than_a_hundred_kilobytes(table: Table) -> None:
    deck = table.begin(LEGAL)
    page = table.get(f"{deck}?q=a").text
    files = {part.partition('"')[0] for part in page.split('"/static/')[1:]}
    weight = len(page.encode())
    for one in files:
        content = table.get(f"/static/{one}").content
        weight += len(content)
        for font in content.decode().split("url(/static/")[1:] if one.endswith(".css") else ():
            weight += len(table.get(f"/static/{font.partition(')')[0]}").content)
    assert 20_000 < weight < 100_000


@pytest.mark.skipif(not REAL_POOL.is_file(), reason="the real card list is not here")
def test_the_large_pool_is_searched_and_built_from(settings: Settings) -> None:
    table = Table(Settings(settings.folder, settings.port, settings.secret, pools=(REAL_POOL,)))
    with table.client:
        deck = table.begin("3 Vörös villám\n")
        page = table.get(f"{deck}?q=sarkany&type=monster").text
        assert "Sárkánybébi" in page
        assert "named-1" in page


def test_every_game_with_formats_can_be_built_for(table: Table) -> None:
    for game in ("hkk", "nepmesek", "panda", "unikornis", "uno"):
        folder = REPO / "data/games" / game / "decks"
        text = next(iter(sorted(Path(folder).glob("*.txt")))).read_text("utf-8")
        deck = table.begin(text, game=game, form="")
        assert 'class="verdict' in table.get(deck).text
