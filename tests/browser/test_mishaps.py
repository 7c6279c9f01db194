"""What goes wrong at the deck builder in a browser, and its way onto paper."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PHONE, Site, looking
from tests.browser.test_decks import LEGAL, begin


def test_a_printed_deck_has_its_verdict_and_its_cards_and_no_buttons(page: Page, site: Site) -> None:
    begin(page, site, LEGAL)
    page.emulate_media(media="print")
    for words in ("legal", "Rettegés", "Vörös villám"):
        expect(page.locator("#edit").get_by_text(words).first).to_be_visible()
    shown = page.evaluate(
        "[...document.querySelectorAll('button, input, .button')].filter((one) => one.checkVisibility()).length"
    )
    assert shown == 0
    with pikepdf.open(io.BytesIO(page.pdf(format="A4"))) as made:
        assert len(made.pages) == 2


def test_a_table_that_does_not_answer_is_said_where_one_looks(chromium: Browser, site: Site) -> None:
    context = looking(chromium, site.url, "phone", "light", "en-GB")
    try:
        page = context.new_page()
        begin(page, site, LEGAL)
        page.route("**/decks/**", lambda route: route.abort())
        page.get_by_label("One Rettegés less").click()
        expect(page.locator("#lost")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") > PHONE["height"] / 2
    finally:
        context.close()


def test_of_two_quick_clicks_that_come_late_none_is_lost_silently(
    page: Page, site: Site, context: BrowserContext
) -> None:
    deck = begin(page, site, LEGAL)
    other = context.new_page()
    other.goto(deck)
    page.get_by_label("One Gnóm less").click()
    expect(page.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("1")
    count = other.locator(".row", has_text="Rettegés").locator(".row-count")
    other.evaluate("for (const at of [1, 2]) document.querySelector('[aria-label=\"One Rettegés less\"]').click()")
    expect(count).to_have_text("2")  # the second one counts, the first is told and can be done yet
    other.get_by_role("button", name="Do it now").click()
    expect(count).to_have_text("1")
    expect(other.locator(".conflict")).to_have_count(0)


def test_a_refused_form_stays_as_it_was_and_back_leads_to_the_page_before(
    page: Page, site: Site, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.xlsx"
    bad.write_bytes(b"PK\x03\x04nothing")
    page.goto(site.url)
    page.goto(f"{site.url}/decks?game=hkk")
    form = page.locator("#begin")
    form.locator("summary").click()
    form.locator("input[name=name]").fill("Mine")
    form.locator("input[type=file]").set_input_files(bad)
    form.locator("button.main-action").click()
    expect(page.get_by_role("alert")).to_contain_text("not a readable XLSX")
    expect(form.locator("input[name=name]")).to_have_value("Mine")
    assert form.locator("input[type=file]").evaluate("(field) => field.files.length") == 1
    form.locator("input[type=file]").set_input_files([])
    form.locator("button.main-action").click()
    expect(page.locator("h1")).to_have_text("Mine")
    page.go_back()
    expect(page.locator("#begin")).to_be_visible()
    page.go_back()
    expect(page.locator(".doors")).to_be_visible()


def test_what_is_chosen_is_seen_without_our_colours(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(base_url=site.url, locale="en-GB", forced_colors="active")
    try:
        page = context.new_page()
        page.goto("/decks?game=hkk")
        chosen, other = page.locator(".picks [aria-current]").first, page.locator(".picks :not([aria-current])").first
        look = "(one) => getComputedStyle(one).outlineStyle"
        assert (chosen.evaluate(look), other.evaluate(look)) == ("solid", "none")
    finally:
        context.close()
