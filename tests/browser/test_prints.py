from __future__ import annotations

from pathlib import Path

import pikepdf
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE, Site, keep_picture, settled
from tests.browser.test_decks import LEGAL, begin

PATIENCE_MS = 120_000


def test_a_document_is_made_looked_at_and_downloaded_and_opens(page: Page, site: Site, tmp_path: Path) -> None:
    begin(page, site, LEGAL)
    page.get_by_role("link", name="Print proxies").click()
    page.locator("main button.main-action").click()
    expect(page.locator(".stage.done")).to_be_visible(timeout=PATIENCE_MS)
    count = page.locator(".pages img").count()
    page.locator(".pages img").first.scroll_into_view_if_needed()
    expect(page.locator(".pages img").first).to_have_js_property("naturalWidth", 1000, timeout=PATIENCE_MS)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the PDF").click()
    saved = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(saved)
    assert saved.name == "hkk-proxies-harom-isten-three-gods-en.pdf"
    with pikepdf.open(saved) as pdf:
        assert len(pdf.pages) == count
    page.evaluate("window.scrollTo(0, 0)")
    settled(page)
    keep_picture(page, "preview-desk-light")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_document_is_made_without_scripts(chromium: object, site: Site) -> None:
    context = chromium.new_context(locale="hu-HU", java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{site.url}/print?document=reference&game=uno")
    page.locator("main button.main-action").click()
    expect(page.locator(".stage.done")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".pages img").first).to_be_visible()
    context.close()


def test_what_was_filled_in_stays_without_scripts(chromium: object, site: Site) -> None:
    context = chromium.new_context(locale="en-GB", java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{site.url}/print?document=cards&game=uno")
    page.get_by_text("Finer options").click()
    page.get_by_label("Gap (mm)").fill("2.5")
    page.get_by_label("Without tints").check()
    page.get_by_role("button", name="Panda!").click()
    expect(page.get_by_role("button", name="Panda!")).to_have_attribute("aria-current", "true")
    expect(page.get_by_label("Gap (mm)")).to_have_value("2.5")
    page.get_by_role("button", name="Setup slip").click()
    page.get_by_label("Players").fill("3,5")
    page.get_by_role("button", name="Cards", exact=True).click()
    expect(page.get_by_label("Gap (mm)")).to_have_value("2.5")
    expect(page.get_by_label("Without tints")).to_be_checked()
    page.get_by_role("button", name="Setup slip").click()
    expect(page.get_by_label("Players")).to_have_value("3,5")
    page.get_by_label("Players").press("Enter")
    expect(page.locator(".stage.done")).to_be_visible(timeout=PATIENCE_MS)
    assert "/print/print-" in page.url
    context.close()


def test_what_is_being_made_is_stopped(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/print?document=cards&game=nepmesek")
    page.locator("main button.main-action").click()
    page.get_by_role("button", name="Stop it").click()
    expect(page.locator(".stage.failed")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("stopped before it was finished")
    expect(page.get_by_role("button", name="Stop it")).to_have_count(0)


def test_where_the_table_does_not_answer_the_page_says_so_and_goes_on_when_it_does(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/print?document=reference&game=uno")
    away = True
    page.route("**/print/print-*", lambda route: route.abort() if away and part(route) else route.continue_())
    page.locator("main button.main-action").click()
    expect(page.get_by_text("this page goes on by itself")).to_be_visible()
    away = False
    expect(page.locator(".stage.done")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_text("this page goes on by itself")).to_be_hidden()


def part(route: Route) -> bool:
    """Return whether a request is one for the progress of an order, and not for its page."""
    return "x-part" in route.request.headers


def test_what_cannot_be_printed_says_why(page: Page, site: Site) -> None:
    begin(page, site, "3 Nobody Knows This\n")
    page.get_by_role("link", name="Print proxies").click()
    page.locator("main button.main-action").click()
    expect(page.locator(".stage.failed")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.get_by_role("alert")).to_contain_text("Nobody Knows This")


def test_prototypes_are_printed_from_a_table(page: Page, site: Site, tmp_path: Path) -> None:
    table = tmp_path / "beasts.csv"
    table.write_text("name,text,qty\nSárkány,Repül.,2\n", "utf-8")
    page.goto(f"{site.url}/print?document=prototypes")
    page.locator("input[name=table]").set_input_files(table)
    page.locator("main button.main-action").click()
    expect(page.locator(".stage.done")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("h1")).to_contain_text("beasts")
    page.get_by_role("link", name="Change and make again").click()
    expect(page.locator("input[name=table]")).to_be_visible()
