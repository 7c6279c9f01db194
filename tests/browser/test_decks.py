from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE, REAL_POOL, SCREENS, Site, keep_picture, looking, serve, settled, stop
from tests.conftest import REPO

DECKS = REPO / "data/games/hkk/decks"
LEGAL = (DECKS / "demo-tournament.txt").read_text("utf-8")


def begin(page: Page, site: Site, text: str, query: str = "game=hkk") -> str:
    """Paste a list and return the address of its deck."""
    page.goto(f"{site.url}/decks?{query}")
    page.locator("form[action='/decks'] summary").click()
    page.locator("textarea[name=text]").fill(text)
    page.locator("form[action='/decks'] button.main-action").click()
    page.wait_for_selector("#edit")
    page.wait_for_load_state("load")  # the scripts have run
    return page.url.partition("?")[0]


def verdict(page: Page, status: str) -> None:
    expect(page.locator(f".verdict.{status}")).to_be_visible()


def row(page: Page, name: str) -> object:
    return page.locator(".row", has_text=name)


def test_a_deck_is_built_legal_and_turns_illegal_and_legal_again(page: Page, site: Site) -> None:
    missing = "3 Rettegés\n"
    begin(page, site, LEGAL.replace(missing, ""))
    verdict(page, "incomplete")
    page.get_by_label("Search", exact=False).first.fill("rettegés")
    card = page.locator("#cards button.card", has_text="Rettegés").first
    for _ in range(3):
        card.click()
    verdict(page, "legal")
    page.get_by_label("One Rettegés more").click()
    verdict(page, "illegal")
    expect(page.locator(".row.has-findings", has_text="Rettegés").locator(".finding.error")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    verdict(page, "legal")
    page.get_by_role("button", name="Redo").click()
    verdict(page, "illegal")
    page.get_by_label("One Rettegés less").click()
    verdict(page, "legal")


def test_quick_clicks_are_all_done(page: Page, site: Site) -> None:
    begin(page, site, "1 Gnóm\n")
    more = page.get_by_label("One Gnóm more")
    for _ in range(12):
        more.dispatch_event("click")
    expect(page.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("13")


def test_a_bad_list_is_opened_told_and_mended(page: Page, site: Site, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("3 Vörös vilám\n2.5 Gnóm\n[Nowhere]\n1 Gyevi bíró\n", "utf-8")
    page.goto(f"{site.url}/decks?game=hkk")
    page.locator("form[action='/decks'] summary").click()
    page.locator("form[action='/decks'] input[type=file]").set_input_files(bad)
    page.locator("form[action='/decks'] button.main-action").click()
    expect(page.locator("#edit .finding.error").first).to_be_visible()
    expect(page.get_by_text("2.5", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Vörös villám", exact=True).click()
    expect(page.locator(".row", has_text="Vörös villám")).to_be_visible()
    expect(page.get_by_text("Vörös vilám")).to_have_count(0)


def test_two_windows_at_once_lose_nothing(page: Page, site: Site, context: BrowserContext) -> None:
    deck = begin(page, site, LEGAL)
    other = context.new_page()
    other.goto(deck)
    page.get_by_label("One Gnóm less").click()
    expect(page.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("1")
    other.get_by_label("One Rettegés less").click()
    expect(other.get_by_role("alert")).to_contain_text("another window")
    expect(other.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("1")
    other.get_by_role("button", name="Do it now").click()
    expect(other.locator(".row", has_text="Rettegés").locator(".row-count")).to_have_text("2")
    expect(other.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("1")


def test_a_killed_server_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    process, url = serve(folder)
    context = chromium.new_context(locale="en-GB")
    try:
        page = context.new_page()
        deck = begin(page, Site(url, folder), LEGAL)
        page.get_by_label("One Gnóm less").click()
        expect(page.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("1")
        process.kill()
        stop(process)
        process, again = serve(folder)
        page.goto(again + deck.removeprefix(url))
        expect(page.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("1")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".row", has_text="Gnóm").locator(".row-count")).to_have_text("2")
    finally:
        context.close()
        stop(process)


def test_everything_is_reached_by_the_keyboard_alone(page: Page, site: Site) -> None:
    begin(page, site, "1 Gnóm\n")
    page.keyboard.press("/")
    expect(page.locator("input[name=q]")).to_be_focused()
    page.keyboard.type("rettegés")
    expect(page.locator("#cards button.card").first).to_contain_text("Rettegés")
    page.keyboard.press("Enter")
    expect(page.locator("#cards button.card").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".row", has_text="Rettegés").locator(".row-count")).to_have_text("1")
    expect(page.locator("#cards button.card").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".row", has_text="Rettegés").locator(".row-count")).to_have_text("2")
    page.keyboard.press("Control+z")
    expect(page.locator(".row", has_text="Rettegés").locator(".row-count")).to_have_text("1")
    page.get_by_label("One Gnóm less").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".row", has_text="Gnóm")).to_have_count(0)
    expect(page.locator("#zone-main")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("1 card in")


def test_the_focus_is_seen_and_the_content_is_one_key_away(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/decks")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("Tab")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width == "3px"


def test_pages_work_without_scripts(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    begin(page, site, "1 Gnóm\n")
    page.locator("input[name=q]").fill("rettegés")
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#cards button.card", has_text="Rettegés").first.click()
    expect(page.locator(".row", has_text="Rettegés")).to_be_visible()
    expect(page.locator("input[name=q]")).to_have_value("rettegés")
    page.locator("a[data-row]").first.click()
    page.get_by_role("button", name="All out").click()
    expect(page.locator(".row")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".row")).to_have_count(2)
    context.close()


def test_hungarian_and_english(page: Page, site: Site) -> None:
    begin(page, site, LEGAL)
    expect(page.locator("#verdict")).to_contain_text("legal")
    page.get_by_role("button", name="magyar").click()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator("#verdict")).to_contain_text("szabályos")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_pages_fit_the_screen_and_go_to_the_gallery(chromium: Browser, empty_site: Site) -> None:
    pool = "&pool=named-1" if REAL_POOL.is_file() else ""
    with chromium.new_context(locale="en-GB") as context:
        text = (DECKS / "illegal-copies.txt").read_text("utf-8")
        deck = begin(context.new_page(), empty_site, text, f"game=hkk{pool}").removeprefix(empty_site.url)
    pages = {
        "deck": f"{deck}?q={'sarkany' if pool else 'villám'}",
        "decks": "/decks?game=hkk",
        "home": "/",
        "hand": f"{deck}/hand?hand=7&turn=1&seed=4",
        "odds": f"{deck}/odds?wish=type:instant&hand=7&turn=3&least=2",
        "mend": f"{deck}/mend",
        "diff": f"{deck}/diff",
        "share": f"{deck}/share",
        "text": f"{deck}/text",
        "remove": f"/kept{deck}/remove",
        "print": "/print?document=cards&game=hkk",
        "prototypes": "/print?document=prototypes",
        "calibration": "/print?document=calibration",
        "verdicts": "/print?document=verdicts&game=hkk",
    }
    for name, scheme in SCREENS:
        language = "hu-HU" if scheme == "light" else "en-GB"
        with looking(chromium, empty_site.url, name, scheme, language) as context:
            page = context.new_page()
            for one, path in pages.items():
                page.goto(path)
                settled(page)
                fits(page, name, one)
                if one in ("deck", "home", "odds", "hand", "mend", "print"):
                    keep_picture(page, f"{one}-{name}-{scheme}")


def fits(page: Page, name: str, what: str) -> None:
    """Assert that nothing sticks out, that fingers find what they press, and that all words can be read."""
    width = (PHONE if name == "phone" else DESK)["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width, what
    small = page.evaluate(SMALL_TARGETS) if name == "phone" else []
    assert small == [], what
    assert page.evaluate(POOR_CONTRAST) == [], what


SMALL_TARGETS = """
() => [...document.querySelectorAll("button, .button, select, input:not([type=hidden]):not([type=checkbox])")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent.trim() || one.name, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([words, box]) => `${words}: ${box.width} x ${box.height}`)
"""

POOR_CONTRAST = """
() => {
  const parse = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => {
    const part = (one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
    const [x, y, z] = [r, g, b].map(part);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (one) => {
    for (let up = one; up; up = up.parentElement) {
      const colour = parse(getComputedStyle(up).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility() || one.closest(".hidden-words, option")) continue;
    const style = getComputedStyle(one);
    const [first, second] = [light(parse(style.color)), light(behind(one))].sort((a, b) => b - a);
    const ratio = (first + 0.05) / (second + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) found.add(`${one.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return [...found];
}
"""


def test_nothing_is_asked_of_another_host_and_a_page_is_light(page: Page, site: Site) -> None:
    weights: dict[str, int] = {}
    hosts: set[str] = set()

    def note(response: object) -> None:
        url = str(response.url)  # type: ignore[attr-defined]
        hosts.add(re.sub(r"^(\w+://[^/]*).*", r"\1", url))
        weights[url] = len(response.body())  # type: ignore[attr-defined]

    begin(page, site, LEGAL)
    page.on("response", note)
    page.reload(wait_until="networkidle")
    assert hosts == {site.url}
    assert sum(weights.values()) < 100_000, weights


def test_a_deck_is_saved_and_shared(page: Page, site: Site, tmp_path: Path) -> None:
    begin(page, site, LEGAL)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="TXT").click()
    saved = tmp_path / "saved.txt"
    waiting.value.save_as(saved)
    assert saved.read_text("utf-8") == LEGAL.rstrip() + "\n"
    page.get_by_role("link", name="Share").click()
    expect(page.locator(".qr svg")).to_be_visible()
    code = page.locator("textarea.code").input_value()
    begin(page, site, code)
    verdict(page, "legal")
