"""Decks begun and listed: several files at once, each deck with its verdict; and what the verdict says of itself."""

from __future__ import annotations

import pytest

from cardtools.web.app import create_app
from cardtools.web.settings import Settings
from cardtools.web.warm import OWN
from tests.web.conftest import DECKS, Table, plain

LEGAL = (DECKS / "demo-tournament.txt").read_bytes()
SENT = {"game": "hkk", "format": "tournament"}


def test_several_files_become_a_deck_each_and_a_bad_one_is_told_by_its_name(table: Table) -> None:
    sent = {
        "good.txt": b"2 Gnoll\n",
        "bad.xlsx": b"PK\x03\x04nothing",
        "short.txt": "1 Gnóm\n".encode(),
        "big.txt": b"1 Gnoll\n" * 250_001,
    }
    answer = table.send("/decks", SENT, [("file", one) for one in sent.items()])
    told = answer.text.partition('role="alert"')[2].partition("</div>")[0]
    assert plain(told).index("bad.xlsx") < plain(told).index("big.txt")
    assert "good.txt" not in told
    assert {deck.name for deck in table.app.state.warm.decks.listed()} == {"good", "short"}
    assert "2 decks laid on the table" in plain(answer.text)


def test_good_files_lead_to_the_list_and_a_reload_makes_none_of_them_again(table: Table) -> None:
    answer = table.send("/decks", SENT, [("file", ("a.txt", LEGAL)), ("file", ("b.txt", LEGAL))])
    assert (answer.history[0].status_code, answer.url.path) == (303, "/decks")
    assert "2 decks laid on the table" in plain(answer.text)


def test_more_files_than_are_opened_at_once_are_told_so(table: Table) -> None:
    answer = table.send("/decks", SENT, [("file", (f"{number}.txt", b"1 Gnoll\n")) for number in range(61)])
    assert "at most 60 files can be sent at once" in plain(answer.text)
    assert not table.app.state.warm.decks.listed()


def test_a_list_of_decks_tells_each_verdict_and_follows_what_changes(table: Table) -> None:
    deck = table.begin(LEGAL.decode(), name="Mine")
    table.begin("", name="Empty")
    assert '<strong>Mine <span class="status legal">legal</span></strong>' in table.get("/decks").text
    assert "<strong>Empty</strong>" in table.get("/decks").text
    table.change(deck, "text", text="1 Gnóm\n")
    assert '<strong>Mine <span class="status incomplete">incomplete</span></strong>' in table.get("/decks").text


def test_a_list_of_decks_judges_each_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        table.begin(f"{number + 1} Gnóm\n")
    table.get("/decks")
    monkeypatch.setattr("cardtools.app.validation.Validator.judge_deck", lambda *_: pytest.fail("judged again"))
    assert table.get("/decks").text.count('class="status ') == 3


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02\xff" * 40, b"PK\x03\x04nothing"])
def test_a_broken_spreadsheet_is_called_one_and_begins_no_deck(table: Table, content: bytes) -> None:
    answer = table.send("/decks", SENT, {"file": ("deck.xlsx", content)})
    assert answer.status_code == 422
    assert "is not a readable XLSX spreadsheet" in plain(answer.text)
    assert not table.app.state.warm.decks.listed()


@pytest.mark.parametrize(
    ("address", "page"),
    [
        ("/decks/pool", "/decks"),
        ("/scores/import", "/scores"),
        ("/language", "/"),
        ("/kept/decks/deck-1/restore", "/"),
        ("/print/form", "/print"),
    ],
)
def test_an_address_that_takes_a_form_only_leads_to_a_page(table: Table, address: str, page: str) -> None:
    answer = table.get(address)
    assert (answer.status_code, answer.url.path) == (200, page)


def test_every_address_of_the_table_can_be_asked_for(settings: Settings) -> None:
    routes = create_app(settings).routes
    asked = {route.path for route in routes if "GET" in route.methods}  # type: ignore[attr-defined]
    assert {route.path for route in routes} == asked  # type: ignore[attr-defined]


def test_the_language_is_changed_on_the_page_that_a_refused_form_was_on(table: Table) -> None:
    before = f"http://127.0.0.1:{table.settings.port}/decks?game=hkk"
    refused = table.send("/decks/pool", {"game": "hkk"}, headers={"referer": before})
    assert refused.status_code == 422
    assert '<input type="hidden" name="back" value="/decks?game=hkk">' in refused.text


def test_a_good_verdict_says_at_once_how_far_it_goes(table: Table) -> None:
    page = table.get(table.begin(LEGAL.decode())).text
    verdict = page.partition('<section class="verdict legal"')[2].partition("</section>")[0]
    assert "as far as this pool tells" in verdict
    assert 'href="#as-far"' in verdict
    assert "not checked" in page.partition('id="as-far"')[2].partition("</p>")[0]


def test_cards_blamed_together_are_linked_to(table: Table) -> None:
    cards = table.app.state.warm.bench("hkk", OWN).cards.values()
    text = "".join(f"1 {card.name['hu']}\n" for card in cards if card.type == "monster" and card.colours)
    page = table.get(table.begin(text)).text
    places = page.partition('class="places"')[2].partition("</p>")[0]
    blamed = [row.partition('"')[0] for row in page.split('<li id="')[1:] if "has-findings" in row.partition(">")[0]]
    assert len(blamed) > 3
    assert all(f'href="#{row}"' in places for row in blamed[:20])


def test_a_new_deck_is_told_calmly_that_it_is_empty(table: Table) -> None:
    page = table.get(table.begin()).text
    assert 'class="verdict incomplete"' in page
    told = page.partition('class="said-of-it"')[2].partition("</div>")[0]
    assert told.count('class="finding info"') == told.count('class="finding ') == 1


@pytest.mark.parametrize(("language", "button"), [("en", "To: Rule card"), ("hu", "Ide: Szabálylap")])
def test_where_a_card_belongs_is_told_by_the_buttons_of_the_page(table: Table, language: str, button: str) -> None:
    table.client.cookies.set("cardtools-language", language)
    deck = table.begin(LEGAL.decode().replace("Szabálylap\n", ""))
    row = next(row for row in table.get(deck).text.split('<li id="row-')[1:] if button in row)
    hint = row.partition('class="hint">')[2].partition("<")[0]
    assert button in hint
    assert button in table.get(f"{deck}?row={row.partition(chr(34))[0]}").text.replace(hint, "")
