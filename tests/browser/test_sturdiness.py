"""What only a browser shows: names without a blank on a phone, a lost cookie under a script, typing that stays."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site
from tests.browser.test_decks import LEGAL, begin

LONG = "Megszentségteleníthetetlenségeskedéseitekért" * 4


def test_a_long_word_makes_no_page_wider_than_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    deck = begin(page, site, f"3 {LONG}\n")
    page.locator("#settings ~ form input[name=name]").fill(LONG[:120])
    page.locator("button[value=set]").click()
    expect(page.locator("h1")).to_have_text(LONG[:120])
    for end in ("", "/diff", "/mend", "/share", "/odds"):
        page.goto(f"{deck}{end}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], end
    for start in ("/decks", "/"):
        page.goto(f"{site.url}{start}")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], start


def test_a_player_with_a_long_name_fits_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{site.url}/scores?game=uno")
    for place, name in enumerate((LONG[:60], "Béla")):
        page.locator("input[name=player]").nth(place).fill(name)
    page.locator("#begin .main-action").click()
    expect(page.locator("#entry")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_lost_cookie_is_said_and_the_next_press_counts(page: Page, site: Site) -> None:
    begin(page, site, LEGAL)
    page.wait_for_load_state("load")
    page.context.clear_cookies()
    page.locator('button[value^="less|"]').first.click()
    expect(page.locator("#edit .findings.said")).to_contain_text("send it once more")
    page.locator('button[value^="less|"]').first.click()
    expect(page.locator('button[value="undo"]')).to_be_enabled()
    expect(page.locator("#edit .findings.said")).to_have_count(0)


def test_a_lost_cookie_is_said_at_the_score_table_and_the_next_press_counts(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/scores?game=uno")
    for place, name in enumerate(("Anna", "Béla")):
        page.locator("input[name=player]").nth(place).fill(name)
    page.locator("#begin .main-action").click()
    page.wait_for_load_state("load")
    page.locator(".in-words summary").click()
    page.context.clear_cookies()
    page.locator("#words").fill("Anna out; Béla r7")
    expect(page.locator("#entry .refused")).to_contain_text("send it once more")
    page.locator("#entry .main-action").click()
    expect(page.locator("#round-1")).to_be_visible()
    expect(page.locator("#lost")).to_be_hidden()


def test_what_was_typed_stays_when_the_game_or_the_language_is_changed(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/scores?game=uno")
    page.wait_for_load_state("load")
    page.locator("input[name=player]").first.fill("Annamária")
    page.get_by_role("button", name="Panda").first.click()
    expect(page.locator("input[name=player]").first).to_have_value("Annamária")
    page.goto(f"{site.url}/decks?game=hkk")
    page.wait_for_load_state("load")
    page.locator('form#begin input[name="name"]').fill("Három isten")
    page.get_by_role("button", name="magyar", exact=True).click()
    expect(page.locator('form#begin input[name="name"]')).to_have_value("Három isten")
