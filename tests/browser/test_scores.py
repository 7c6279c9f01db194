from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, Page, expect

from cardtools.store.sessions import read_log
from tests.browser.conftest import DESK, SCREENS, Site, keep_picture, looking, serve, settled, stop
from tests.browser.test_decks import fits


def begin(page: Page, url: str, game: str, players: str, variant: str = "") -> str:
    """Begin an evening and return its address."""
    page.goto(f"{url}/scores?game={game}")
    fields = page.locator("input[name=player]")
    for number, name in enumerate(players.split(",")):
        fields.nth(number).fill(name)
    if variant:
        page.locator("select[name=variant]").select_option(variant)
    page.locator("#begin button.main-action").click()
    page.wait_for_selector("#evening")
    page.wait_for_load_state("load")  # the scripts have run
    return page.url


def seat(page: Page, name: str) -> None:
    pressed(page, f".seat input[value='{name}']")


def suit(page: Page, name: str) -> None:
    pressed(page, f".suit input[value='{name}']")


def pressed(page: Page, selector: str) -> None:
    """Choose what its label covers, once the script of a page that is still being loaded shows the pad."""
    one = page.locator(selector)
    expect(one).to_be_visible()
    one.check(force=True)


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator("#pad .key").get_by_text(key, exact=True).or_(
            page.get_by_role("button", name=key, exact=True)
        ).first.click()


def total(page: Page, player: str, points: str) -> None:
    expect(page.locator(".place", has_text=player).locator(".place-total")).to_have_text(points)


def uno_round(page: Page) -> None:
    """Tap: Anna out, Béla r7 y+2 w, Cili swap g0."""
    seat(page, "Anna")
    page.get_by_role("button", name="Anna went out").click()
    seat(page, "Béla")
    suit(page, "red")
    tap(page, "7")
    suit(page, "yellow")
    tap(page, "+2", "Wild")
    seat(page, "Cili")
    tap(page, "Swap Hands")
    suit(page, "green")
    tap(page, "0")


def count(page: Page) -> None:
    page.locator("#entry button.main-action").click()


def events(site: Site, evening: str) -> list[str]:
    name = evening.partition("?")[0].rpartition("/")[2]
    return [one.event for one in read_log(site.folder / "evenings" / f"{name}.jsonl").events]


def test_a_uno_evening_is_tapped_and_corrected(page: Page, site: Site) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla,Cili")
    uno_round(page)
    expect(page.locator("#preview")).to_contain_text("+117")
    count(page)
    total(page, "Anna", "117")
    expect(page.locator("#round-1")).to_contain_text("Red 7")
    page.get_by_role("link", name="Correct round 1").click()
    expect(page.locator("#entry-title")).to_have_text("Correct round 1")
    seat(page, "Béla")
    expect(page.locator("#tray .chip")).to_have_count(3)
    page.get_by_role("button", name="Take out Wild").click()
    expect(page.locator("#preview")).to_contain_text("+67")
    count(page)
    total(page, "Anna", "67")
    page.get_by_role("button", name="Take back the correction of round 1").click()
    total(page, "Anna", "117")
    page.get_by_role("button", name="Bring back the correction of round 1").click()
    total(page, "Anna", "67")
    assert events(site, evening) == ["new", "round", "correct", "undo", "redo"]


def test_two_windows_at_once_lose_and_double_nothing(page: Page, site: Site, context: BrowserContext) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla,Cili")
    other = context.new_page()
    other.goto(evening)
    uno_round(page)
    seat(other, "Béla")
    other.get_by_role("button", name="Béla went out").click()
    seat(other, "Anna")
    tap(other, "Wild")
    seat(other, "Cili")
    tap(other, "Wild")
    expect(other.locator("#preview")).to_contain_text("+100")
    count(page)
    total(page, "Anna", "117")
    count(other)
    expect(other.get_by_role("alert").filter(has_text="another window")).to_be_visible()
    total(other, "Anna", "117")
    seat(other, "Cili")
    expect(other.locator("#tray .chip")).to_have_count(1)
    other.get_by_role("button", name="Count it all the same, as round 2").click()
    total(other, "Béla", "100")
    total(page, "Béla", "100")
    assert events(site, evening) == ["new", "round", "round"]


def test_a_double_click_counts_a_round_once(page: Page, site: Site) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla,Cili")
    uno_round(page)
    page.locator("#entry button.main-action").dblclick()
    total(page, "Anna", "117")
    assert events(site, evening) == ["new", "round"]


def test_a_reload_and_a_killed_server_lose_nothing(chromium: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    process, url = serve(folder)
    port = url.rpartition(":")[2]
    context = chromium.new_context(locale="en-GB")
    try:
        page = context.new_page()
        evening = begin(page, url, "uno", "Anna,Béla,Cili")
        uno_round(page)
        expect(page.locator("#preview")).to_contain_text("+117")
        page.reload()
        expect(page.locator("#preview")).to_contain_text("+117")
        process.kill()
        stop(process)
        count(page)
        expect(page.locator("#lost")).to_be_visible()
        process, _ = serve(folder, "--port", port)
        count(page)
        total(page, "Anna", "117")
        page.goto(evening)
        total(page, "Anna", "117")
        assert page.locator("#words").input_value() == ""
    finally:
        context.close()
        stop(process)


def test_an_evening_goes_by_keyboard_alone(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/scores?game=uno")
    page.locator("input[name=player]").first.focus()
    for name in ("Anna", "Béla"):
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#evening")
    page.wait_for_load_state("load")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".seat input[value='Anna']")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".seat input[value='Béla']")).to_be_checked()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.locator(".suit input:checked")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#tray .chip")).to_have_text("Red 1×")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width == "3px"
    page.locator("#entry button.main-action").focus()
    page.keyboard.press("Enter")
    total(page, "Anna", "1")
    expect(page.locator("#pad input[name=seat]:checked")).to_be_focused()
    expect(page.locator("#said")).to_have_text("Round 1 counts.")


def test_words_that_are_typed_show_on_the_pad(page: Page, site: Site) -> None:
    begin(page, site.url, "uno", "Anna,Béla,Cili")
    page.locator(".in-words summary").click()
    page.locator("#words").fill("Cili out; Béla r7 y+2; Anna w")
    expect(page.locator("#preview")).to_contain_text("+77")
    seat(page, "Béla")
    expect(page.locator("#tray .chip")).to_have_count(2)


def test_pages_work_without_scripts(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(locale="en-GB", java_script_enabled=False)
    page = context.new_page()
    begin(page, site.url, "uno", "Anna,Béla,Cili")
    expect(page.locator("#pad")).to_be_hidden()
    page.locator("#words").fill("Anna out; Béla r7; Cili swap g0")
    count(page)
    total(page, "Anna", "47")
    page.locator("#words").fill("nonsense")
    count(page)
    expect(page.locator("#entry .finding.error").first).to_be_visible()
    expect(page.locator("#words")).to_have_value("nonsense")
    page.get_by_role("button", name="Take back round 1").click()
    total(page, "Anna", "0")
    begin(page, site.url, "nepmesek", "Anna,Béla")
    page.locator(".best-laying summary").click()
    page.locator("#best input").fill("1 1 2 3 3 4 pinko")
    page.locator("#best button").click()
    expect(page.locator(".best-total")).to_be_visible()
    context.close()


def test_loose_cards_are_laid_the_best_way(page: Page, site: Site) -> None:
    begin(page, site.url, "nepmesek", "Anna,Béla")
    for card in ("1", "1", "2", "3", "3", "4"):
        tap(page, card)
    page.get_by_role("button", name="Pinkó", exact=True).click()
    page.get_by_role("button", name="Lay these cards the best way").click()
    expect(page.locator(".slot").nth(1).locator(".chip").first).to_be_visible()
    expect(page.locator("#preview")).to_contain_text("Anna")
    count(page)
    expect(page.locator(".place", has_text="Anna").locator(".place-total")).not_to_have_text("0")


def test_a_seventh_trick_shows_its_steps(page: Page, site: Site) -> None:
    begin(page, site.url, "panda", "Anna,Béla,Cili")
    seat(page, "Anna")
    suit(page, "red")
    tap(page, "10")
    seat(page, "Béla")
    suit(page, "green")
    tap(page, "4")
    seat(page, "Cili")
    page.get_by_role("button", name="Monkey", exact=True).click()
    page.locator("select[name=target]").select_option("Béla")
    expect(page.locator("#preview .steps-told li").first).to_be_visible()
    count(page)
    expect(page.locator("#round-1 .steps-told li").first).to_be_visible()


def test_stables_grow_from_entry_to_entry(page: Page, site: Site) -> None:
    begin(page, site.url, "unikornis", "Anna,Béla")
    page.locator("input[name=find]").fill("llama")
    page.get_by_role("button", name="Llamacorn").first.click()
    count(page)
    total(page, "Anna", "1")
    page.locator("input[name=find]").fill("ginorm")
    page.get_by_role("button", name="Ginormous Unicorn").first.click()
    expect(page.locator("#tray .chip")).to_have_count(2)
    count(page)
    total(page, "Anna", "3")


def test_life_and_magic_are_counted(page: Page, site: Site) -> None:
    begin(page, site.url, "hkk", "Kati,Balázs")
    page.get_by_label("ÉP −5: Balázs").click()
    page.get_by_label("ÉP −1: Balázs").click()
    page.get_by_label("VP +1: Kati").click()
    expect(page.locator("output[data-value=life][data-player=Balázs]")).to_have_text("14")
    count(page)
    total(page, "Balázs", "14")
    total(page, "Kati", "20")
    expect(page.locator("output[data-value=magic][data-player=Kati]")).to_have_text("1")
    page.reload()
    expect(page.locator("output[data-value=life][data-player=Balázs]")).to_have_text("14")


def test_games_of_a_match_are_tapped(page: Page, site: Site) -> None:
    begin(page, site.url, "hkk", "Kati,Balázs", "match")
    for winner in ("Kati", "Balázs", "Kati"):
        seat(page, winner)
        count(page)
        expect(page.locator("#pad input[name=game]:checked")).to_have_count(0)
    total(page, "Kati", "2")


def test_hungarian_and_english(page: Page, site: Site) -> None:
    evening = begin(page, site.url, "uno", "Anna,Béla,Cili")
    page.get_by_role("button", name="magyar").click()
    expect(page.locator("#entry-title")).to_have_text("1. forduló beírása")
    page.goto(evening)
    seat(page, "Anna")
    page.get_by_role("button", name="Anna kiment").click()
    seat(page, "Béla")
    tap(page, "7")
    seat(page, "Cili")
    tap(page, "Cseréljetek kártyát")
    count(page)
    total(page, "Anna", "47")
    expect(page.locator("#round-1 code")).to_have_text(re.compile("^Anna ki; Béla: r7; Cili: "))
    page.get_by_role("button", name="English").click()
    expect(page.locator("#entry-title")).to_have_text("Enter round 2")


EVENINGS = [
    (
        "uno", "Anna,Béla,Cili,Dóra", "",
        (
            "Anna out; Béla r7 y+2 w; Cili swap g0; Dóra b9",
            "Béla out; Anna w w4; Cili g1 g2; Dóra y5",
            "Anna out; Béla rr bs; Cili w; Dóra g9 g9",
        ),
        "Dóra out; Anna r1 r2; Béla w4; Cili y7 g+2",
    ),
    (
        "nepmesek", "Anna,Béla", "",
        ("Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3",),
        "Béla: 4 / 2 2 2 / -2",
    ),
    (
        "panda", "Anna,Béla,Cili", "",
        ("Anna red 10; Béla blue 10; Cili monkey > Béla",),
        "Anna red 7 + blue 7; Béla green dragon; Cili purple 12",
    ),
    (
        "unikornis", "Anna,Béla", "",
        ("Anna: Llamacorn, Basic Unicorn (Red); Béla: Ginormous Unicorn",),
        "Anna: Llamacorn, Basic Unicorn (Red), Narwhal",
    ),
    ("hkk", "Kati,Balázs", "", ("Kati 18; Balázs 12",), "Kati 18; Balázs 9"),
    ("hkk", "Kati,Balázs", "turns", ("Kati reserve 0 spent 1 Balázs -3",), "Balázs: reserve 2 spent 1 Kati -4"),
]  # fmt: skip


def test_pages_fit_the_screen_and_go_to_the_gallery(chromium: Browser, empty_site: Site) -> None:
    begun: list[tuple[str, str]] = []
    with chromium.new_context(locale="en-GB", viewport=DESK) as context:  # type: ignore[arg-type]
        page = context.new_page()
        for game, players, variant, rounds, drafted in EVENINGS:
            evening = begin(page, empty_site.url, game, players, variant).removeprefix(empty_site.url)
            for said in rounds:
                before = page.locator("#evening").get_attribute("data-step")
                page.locator(".in-words").evaluate("one => one.open = true")
                page.locator("#words").fill(said)
                count(page)
                expect(page.locator("#evening")).not_to_have_attribute("data-step", before or "")
            begun.append((f"{game}{variant and '-' + variant}", f"{evening}?{urlencode({'words': drafted})}"))
    for name, scheme in SCREENS:
        with looking(chromium, empty_site.url, name, scheme, "hu-HU" if scheme == "dark" else "en-GB") as context:
            page = context.new_page()
            for shot, path in begun:
                page.goto(path)
                expect(page.locator("#preview")).not_to_be_empty()
                settled(page)
                page.locator(".in-words").evaluate("one => one.open = false")
                fits(page, name, shot)
                if shot == "uno" or name == "phone":
                    keep_picture(page, f"score-{shot}-{name}-{scheme}", whole=True)
            page.goto("/scores?game=uno")
            settled(page)
            fits(page, name, "scores")
            keep_picture(page, f"scores-{name}-{scheme}")


def test_an_evening_is_taken_away_and_brought_back(page: Page, site: Site, tmp_path: Path) -> None:
    begin(page, site.url, "uno", "Anna,Béla,Cili")
    uno_round(page)
    count(page)
    total(page, "Anna", "117")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="The evening's file").click()
    saved = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(saved)
    assert saved.name.startswith("uno-")
    page.goto(f"{site.url}/scores")
    page.get_by_text("Open an evening from a file").click()
    page.locator("input[type=file]").set_input_files(saved)
    page.get_by_role("button", name="Open", exact=True).click()
    total(page, "Anna", "117")
    expect(page.locator("#evening")).to_be_visible()


def test_a_page_is_light(page: Page, site: Site) -> None:
    weights: dict[str, int] = {}
    begin(page, site.url, "unikornis", "Anna,Béla")
    page.on("response", lambda answer: weights.update({answer.url: len(answer.body())}))
    page.reload(wait_until="networkidle")
    assert all(url.startswith(site.url) for url in weights)
    assert sum(weights.values()) < 100_000, weights
