"""A whole evening of every game by fingers alone on a phone, against the same rounds told to the command."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PATIENCE_MS, PHONE, Site
from tests.browser.test_scores import begin, events
from tests.conftest import Outcome

Command = Callable[..., Outcome]


@dataclass(frozen=True)
class Told:
    """An evening: what is tapped for each round, and the same rounds in words.

    ``@Anna`` is her seat, ``#red`` a colour, ``name=Béla`` a choice of a list, ``[words]`` a button or tick of these
    words, ``{words}`` one of this name; all else is a key, by what it shows.
    """

    game: str
    players: str
    taps: tuple[str, ...]
    words: tuple[str, ...]
    variant: str = ""


UNO = Told(
    "uno",
    "Anna,Béla,Cili",
    (
        "@Anna|[Anna went out]|@Béla|#red|7|#yellow|+2|Wild|@Cili|Swap Hands|#green|0",
        "@Béla|[Béla went out]|@Anna|Wild Draw Four|Wild Draw Four|#blue|Skip|@Cili|#red|Reverse|Customizable Wild",
        "@Anna|[Anna went out]|@Béla|Wild|Wild|Wild|Wild|@Cili|Wild Draw Four|Wild Draw Four|Wild Draw Four|#blue|9",
        "@Anna|[Anna went out]|@Béla|#green|9|@Cili|#yellow|5|Wild",
    ),
    (
        "Anna out; Béla r7 y+2 w; Cili swap g0",
        "Béla out; Anna w4 w4 bs; Cili rr custom",
        "Anna out; Béla w w w w; Cili w4 w4 w4 b9",
        "Anna out; Béla g9; Cili y5 w",
    ),
)
NEPMESEK = Told(
    "nepmesek",
    "Anna,Béla",
    (
        "@Anna|1|1|1|1|[New meld]|3|Pinkó|[New meld]|2|3|4|−1|−3|Hussar|hussar=-1",
        "@Béla|4|[New meld]|2|2|2|−2|[In hand]|Rusty Key",
    ),
    ("Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3 / hussar -1", "Béla: 4 / 2 2 2 / -2 / hand key"),
)
NOTHING = Told(
    "nepmesek",
    "Anna,Béla",
    ("@Anna|1|1|1", "@Béla|[Nothing laid down, nothing in hand]"),
    ("Anna: 1 1 1", "Béla: hand"),
)
PANDA = Told(
    "panda",
    "Anna,Béla,Cili",
    (
        "@Anna|#red|10|@Béla|#blue|10|@Cili|Monkey|target=Béla",
        "@Anna|#red|7|@Béla|#green|Dragon|@Cili|#purple|12",
        *("@Anna|#red|13|@Béla|Tiger|@Cili|#green|4",) * 9,
        "@Anna|Panda|@Béla|Crocodile|@Cili|#blue|1",
    ),
    (
        "Anna red 10; Béla blue 10; Cili monkey > Béla",
        "Anna red 7; Béla green dragon; Cili purple 12",
        *("Anna red 13; Béla tiger; Cili green 4",) * 9,
        "Anna panda; Béla crocodile; Cili blue 1",
    ),
)
UNIKORNIS = Told(
    "unikornis",
    "Anna,Béla",
    (
        "@Anna|Llamacorn|Rhinocorn|@Béla|Ginormous Unicorn|Narwhal Torpedo",
        "@Anna|Ginormous Unicorn|Americorn|Narwhal|Classy Narwhal|@Béla|{Take out Ginormous Unicorn}",
    ),
    (
        "Anna: Llamacorn, Rhinocorn; Béla: Ginormous Unicorn, Narwhal Torpedo",
        "Anna: Llamacorn, Rhinocorn, Ginormous Unicorn, Americorn, Narwhal, Classy Narwhal; Béla: Narwhal Torpedo",
    ),
)
DUEL = Told(
    "hkk",
    "Kati,Balázs",
    ("{ÉP −5: Balázs}|{ÉP −1: Kati}|{VP +1: Kati}", "{ÉP −5: Balázs}|{ÉP −5: Balázs}|{ÉP −5: Balázs}|{ÉP +1: Kati}"),
    ("Kati 19; Balázs 15", "Kati 20; Balázs 0"),
    "duel",
)
PAIRS = Told(
    "hkk",
    "Anna és Béla,Kati és Dani",
    ("{ÉP −5: Kati és Dani}|{ÉP −1: Anna és Béla}", "|".join(["{ÉP −5: Anna és Béla}"] * 8)),
    ("Anna és Béla: 39; Kati és Dani: 35", "Anna és Béla: -1; Kati és Dani: 35"),
    "pairs",
)
MATCH = Told(
    "hkk",
    "Kati,Balázs",
    ("[Kati]", "[Draw]", "[Balázs]", "[Kati]|[The match is over]"),
    ("Kati won", "draw", "Balázs won", "Kati won; over"),
    "match",
)
FINAL_WAR = Told(
    "hkk", "Anna,Béla,Cili,Dóra", ("[Béla]", "[Cili]|[Dóra]"), ("out Béla", "out Cili + Dóra"), "final-war"
)
GODS = Told(
    "hkk",
    "Anna,Béla,Cili",
    (
        "Who fights whom|{Opponents of Anna: Béla}|{Opponents of Béla: Anna}|{Opponents of Béla: Cili}",
        "Who fights whom|{Opponents of Cili: Béla}|{Fell: Béla}",
    ),
    ("Anna > Béla; Béla > Anna Cili", "Cili > Béla; out Béla"),
    "war-of-the-gods",
)
TURNS = Told(
    "hkk",
    "Kati,Balázs",
    (
        "@Kati|{VP spent +1: Kati}|{ÉP lost +1: Balázs}|{ÉP lost +1: Balázs}|{ÉP lost +1: Balázs}",
        "@Balázs|{Creatures in reserve +1: }|{Creatures in reserve +1: }|{VP spent +1: Balázs}|{ÉP lost +5: Kati}",
        "@Kati|{VP spent +1: Kati}|{ÉP gained +1: Kati}|{ÉP lost +1: Balázs}",
    ),
    (
        "Kati: reserve 0 spent 1 Balázs -3",
        "Balázs: reserve 2 spent 1 Kati -5",
        "Kati: reserve 0 spent 1 Balázs -1 Kati +1",
    ),
    "turns",
)
EVENINGS = [UNO, NEPMESEK, NOTHING, PANDA, UNIKORNIS, DUEL, PAIRS, MATCH, FINAL_WAR, GODS, TURNS]


@pytest.fixture
def phone(chromium: Browser, site: Site) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=site.url, locale="en-GB", viewport=PHONE, has_touch=True, reduced_motion="reduce"  # type: ignore[arg-type]
    )  # fmt: skip
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def place(page: Page, what: str) -> Locator:
    """Return what a finger touches."""
    pad = page.locator("#pad")
    mark, name = what[0], what[1:]
    if mark == "@":
        return pad.locator(".seats .seat").filter(has=page.locator(f"input[value='{name}']"))
    if mark == "#":
        return pad.locator(".suit", has_text=name)
    if what.startswith("{Opponents"):
        whose, _, who = what[1:-1].removeprefix("Opponents of ").partition(": ")
        return pad.locator(".seat").filter(has=page.locator(f"input[data-of='{whose}'][value='{who}']"))
    if what.startswith("{Fell"):
        return pad.locator(".seat").filter(has=page.locator(f"input[name=fell][value='{what[7:-1]}']"))
    if mark == "{":
        return pad.locator(f'[aria-label="{what[1:-1]}"]')
    words = re.compile(rf"^\s*{re.escape(what.strip('[]'))}\s*$")
    if mark == "[":
        return pad.locator("button:not(.key):visible, label:visible").filter(has_text=words)
    return pad.locator(".key, summary").filter(has_text=words)


def tap(page: Page, what: str) -> None:
    if "=" in what:  # the list of the phone itself, of which one is tapped
        name, _, value = what.partition("=")
        page.locator(f"#pad select[name={name}]").select_option(value)
    else:
        place(page, what).first.tap()


def shown(command: Command, path: Path) -> dict[str, Any]:
    told = json.loads(command("session", "show", path, "--report", "json", "--exit-zero").out)
    return {key: told[key] for key in ("variant", "rounds", "standings", "finished", "decided_by")}


@pytest.mark.parametrize("told", EVENINGS, ids=[f"{one.game}-{one.variant}".strip("-") for one in EVENINGS])
def test_an_evening_is_tapped_as_it_is_told(
    phone: Page, site: Site, command: Command, tmp_path: Path, told: Told
) -> None:
    evening = begin(phone, "", told.game, told.players, told.variant).rpartition("/")[2]
    for taps in told.taps:
        step = phone.locator("#evening").get_attribute("data-step") or ""
        for what in taps.split("|"):
            tap(phone, what)
        phone.locator("#entry button.main-action").tap()
        expect(phone.locator("#evening")).not_to_have_attribute("data-step", step)
    spoken = tmp_path / "spoken.jsonl"
    names = [part for name in told.players.split(",") for part in ("--player", name)]
    variant = ("--variant", told.variant) if told.variant else ()
    assert command("session", "new", spoken, "--game", told.game, *names, *variant).code == 0
    for words in told.words:
        added = command("session", "add", spoken, words)
        assert added.code in (0, 1), added.err
    expected = shown(command, spoken)
    assert shown(command, site.folder / "evenings" / f"{evening}.jsonl") == expected
    for one in expected["standings"]:
        place_of = phone.locator(".place").filter(has=phone.get_by_text(one["player"], exact=True))
        total = f"{one['total']:g}".replace("-", "−")
        expect(place_of.locator(".place-total")).to_have_text(total)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_turns_in_which_nothing_happens_are_counted_one_player_after_the_other(phone: Page, site: Site) -> None:
    evening = begin(phone, "", "hkk", "Kati,Balázs", "turns")
    button = phone.locator("#entry button.main-action")
    for player, vp in (("Kati", "1 VP"), ("Balázs", "1 VP"), ("Kati", "3 VP")):
        expect(phone.locator(f".seat input[value='{player}']")).to_be_checked()
        expect(phone.locator("#foot-sum, #preview").filter(has_text=player).first).to_be_attached()
        phone.wait_for_timeout(700)  # nobody plays a turn faster
        button.dblclick()  # a thumb that trembles
        expect(phone.locator(".place", has_text=player).locator(".place-unit")).to_contain_text(vp)
    assert events(site, f"{site.url}{evening}") == ["new", "round", "round", "round"]


def test_a_table_that_does_not_answer_says_so_at_the_button(phone: Page) -> None:
    begin(phone, "", "uno", "Anna,Béla,Cili")
    for what in UNO.taps[0].split("|"):
        tap(phone, what)
    expect(phone.locator("#foot-sum")).to_contain_text("+117")
    phone.route("**/scores/**", lambda route: route.abort())
    phone.locator("#entry button.main-action").tap()
    lost = phone.locator("#lost")
    expect(lost).to_be_in_viewport(ratio=1)
    expect(lost).to_contain_text("The table does not answer")
    phone.unroute_all()
    phone.locator("#entry button.main-action").tap()
    expect(phone.locator("#round-1")).to_contain_text("+117")
    expect(lost).to_be_hidden()


def test_a_refused_round_is_shown_at_the_player_at_fault_and_its_reason_at_the_button(phone: Page) -> None:
    begin(phone, "", "nepmesek", "Anna,Béla,Cili")
    for what in ("@Béla", "1", "2", "@Cili", "1", "1", "1"):
        tap(phone, what)
    expect(phone.locator(".seat.at-fault")).to_have_text(re.compile("Béla"))
    expect(phone.locator("#foot-sum")).to_contain_text("Béla: [1 2]")
    expect(phone.locator("#foot-sum")).to_be_in_viewport(ratio=1)
    phone.locator("#entry button.main-action").tap()
    expect(phone.get_by_role("alert").filter(has_text="Béla: [1 2]")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".seat input[value='Béla']")).to_be_checked()
    phone.go_back()
    expect(phone.locator("#begin")).to_be_visible()


def test_back_from_an_evening_leads_to_the_form_that_began_it(phone: Page) -> None:
    phone.goto("/scores?game=uno")
    phone.locator("input[name=player]").first.fill("Anna")
    phone.locator(".picks button", has_text="Panda").tap()
    expect(phone.locator("input[name=game]")).to_have_value("panda")
    expect(phone.locator("input[name=player]").first).to_have_value("Anna")
    phone.locator("#begin button.main-action").tap()
    expect(phone.get_by_role("alert")).to_contain_text("players: 1")
    expect(phone.locator("input[name=player]").first).to_have_value("Anna")
    phone.locator("input[name=player]").nth(1).fill("Béla")
    phone.locator("input[name=player]").nth(2).fill("Cili")
    phone.locator("#begin button.main-action").tap()
    expect(phone.locator("#evening")).to_be_visible()
    phone.go_back()
    expect(phone.locator("#begin")).to_be_visible()
    expect(phone.locator("input[name=game]")).to_have_value("panda")
