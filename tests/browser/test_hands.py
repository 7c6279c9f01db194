"""Other hands: two browsers at one evening, and the keyboard alone, which sees where it is on every page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PATIENCE_MS, Site, looking, settled
from tests.browser.test_decks import LEGAL
from tests.browser.test_decks import begin as begin_deck
from tests.browser.test_scores import begin, count, events, seat, suit, tap, total


@pytest.fixture
def other(chromium: Browser) -> Iterator[Page]:
    """Another browser, which nothing but the table tells what is done in the first."""
    context = chromium.new_context(locale="en-GB", viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def red(page: Page, out: str, held: str, card: str) -> None:
    """Tap a round of two: one went out, the other held a red card."""
    seat(page, out)
    page.get_by_role("button", name=f"{out} went out").click()
    seat(page, held)
    suit(page, "red")
    tap(page, card)
    expect(page.locator("#preview")).to_contain_text(f"+{card}")


def test_a_round_is_corrected_in_one_browser_while_the_other_adds_one(page: Page, site: Site, other: Page) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla")
    red(page, "Anna", "Béla", "7")
    count(page)
    total(page, "Anna", "7")
    other.goto(evening)
    red(other, "Béla", "Anna", "4")
    page.get_by_role("link", name="Correct round 1").click()
    seat(page, "Béla")
    page.get_by_role("button", name="Take out Red 7").click()
    tap(page, "9")
    count(page)
    total(page, "Anna", "9")
    count(other)
    expect(other.get_by_role("alert").filter(has_text="another window")).to_be_visible()
    total(other, "Anna", "9")
    other.get_by_role("button", name="Count it all the same, as round 2").click()
    total(other, "Béla", "4")
    assert events(site, evening) == ["new", "round", "correct", "round"]

    page.goto(f"{evening}?round=2")
    other.get_by_role("button", name="Take back round 2").click()
    total(other, "Béla", "0")
    count(page)  # a correction of what is not there any more
    expect(page.locator("#entry .finding").first).to_be_visible()
    total(page, "Anna", "9")
    assert events(site, evening) == ["new", "round", "correct", "round", "undo"]


def test_what_was_announced_goes_when_another_window_has_gone_on(page: Page, site: Site) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla")
    red(page, "Anna", "Béla", "7")
    count(page)
    expect(page.locator("#said")).to_have_text("Round 1 counts.")
    second = page.context.new_page()
    second.goto(evening)
    red(second, "Béla", "Anna", "4")
    count(second)
    expect(second.locator("#said")).to_have_text("Round 2 counts.")
    total(page, "Béla", "4")
    expect(page.locator("#said")).to_be_empty()


def test_rounds_of_two_browsers_are_there_once_each(page: Page, site: Site, other: Page) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla")
    other.goto(evening)
    red(page, "Anna", "Béla", "7")
    red(other, "Béla", "Anna", "4")
    count(page)
    total(page, "Anna", "7")
    count(other)
    other.get_by_role("button", name="Count it all the same, as round 2").click()
    total(other, "Béla", "4")
    page.reload()
    for each in (page, other):
        total(each, "Anna", "7")
        total(each, "Béla", "4")
    assert events(site, evening) == ["new", "round", "round"]


def go_to(page: Page, selector: str) -> None:
    """Press Tab until what a selector finds has the focus."""
    for _ in range(90):
        page.keyboard.press("Tab")
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(selector)


def test_a_whole_deck_is_built_by_the_keyboard_alone(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/decks?game=hkk")
    settled(page)
    go_to(page, "#begin input[name=name]")
    page.keyboard.type("Billentyűk")
    page.keyboard.press("Enter")  # it begins, and chooses no other game
    expect(page.locator("h1")).to_have_text("Billentyűk")
    settled(page)
    for count_of, name in re.findall(r"^(\d+) (.+)$", LEGAL.partition("[")[0], re.MULTILINE)[:4]:
        page.keyboard.press("/")
        page.keyboard.press("Control+a")
        page.keyboard.type(name)
        expect(page.locator("#cards .card-name").first).to_have_text(name)
        page.keyboard.press("Enter")
        expect(page.locator("#cards button.card").first).to_be_focused()
        for _ in range(int(count_of)):
            page.keyboard.press("Enter")
        row = page.locator(".row", has_text=name)
        expect(row.locator(".row-count")).to_have_text(count_of)
    go_to(page, ".row a[data-row]")
    page.keyboard.press("Enter")
    expect(page.locator(".move-to button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#zone-side + .rows .row, #zone-side ~ .rows .row")).to_have_count(1)
    go_to(page, "button[value=undo]")
    page.keyboard.press("Enter")
    expect(page.locator("#zone-side ~ .rows .row")).to_have_count(0)


FOCUS = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const shown = one.closest(".seat, .suit") ?? one;
  const style = getComputedStyle(shown);
  const box = shown.getBoundingClientRect();
  const at = [0.1, 0.5, 0.9];
  const parts = at.flatMap((x) => at.map((y) => [box.left + box.width * x, box.top + box.height * y]));
  const uncovered = parts.some(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there && (shown.contains(there) || there.contains(shown));
  });
  return {
    what: one.outerHTML.slice(0, 90),
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inside: uncovered,
  };
}
"""


@pytest.mark.parametrize(("screen", "scheme"), [("phone", "dark"), ("desk", "light")])
def test_whoever_tabs_through_a_page_always_sees_where(chromium: Browser, site: Site, screen: str, scheme: str) -> None:
    with looking(chromium, site.url, screen, scheme, "en-GB") as context:
        page = context.new_page()
        deck = begin_deck(page, site, LEGAL).removeprefix(site.url)
        evenings = [
            begin(page, "", game, "Anna,Béla", variant).removeprefix(site.url)
            for game, variant in (("uno", ""), ("nepmesek", ""), ("hkk", "duel"), ("hkk", "war-of-the-gods"))
        ]
        ends = ("", "/hand", "/odds", "/diff", "/share", "/text", "/mend")
        for path in ("/", "/decks", "/scores", *(f"{deck}{end}" for end in ends), *evenings):
            page.goto(path)
            settled(page)
            reached = []
            for _ in range(60):
                page.keyboard.press("Tab")
                if (now := page.evaluate(FOCUS)) is None:
                    break
                reached.append(now)
            assert len(reached) > 5, path
            assert [one["what"] for one in reached if not (one["seen"] and one["inside"])] == [], path
            assert "skip" in reached[0]["what"], path
