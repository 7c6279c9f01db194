from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Site
from tests.browser.test_decks import begin


def test_a_deck_is_removed_and_brought_back_without_scripts(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(locale="hu-HU", java_script_enabled=False)
    page = context.new_page()
    deck = begin(page, site, "1 Gnóm\n")
    page.goto(site.url)
    page.locator(".kept-list .button").first.click()
    page.get_by_role("button", name="Eltávolítás").click()
    expect(page.locator("a.kept-name")).to_have_count(0)
    page.get_by_role("button", name="Visszahozom").click()
    expect(page).to_have_url(deck)
    expect(page.locator(".row", has_text="Gnóm")).to_be_visible()
    context.close()
