from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from cardtools.store.workspace import shipped
from cardtools.web.app import create_app
from cardtools.web.pages import local_path
from cardtools.web.safety import POLICY
from cardtools.web.settings import Settings, is_id, lasting_secret
from tests.web.conftest import DECKS, PORT, Table

PAGES = ("/", "/decks", "/print")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:8713", "", "[::1]:8713"]
)
def test_another_host_name_gets_nothing(table: Table, host: str) -> None:
    answer = table.get("/", host=host)
    assert answer.status_code == 421
    assert "deck" not in answer.text


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}"])
def test_this_machine_gets_the_table(table: Table, host: str) -> None:
    assert table.get("/", host=host).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"origin": f"http://127.0.0.1:{PORT + 1}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_site_changes_nothing(table: Table, headers: dict[str, str]) -> None:
    answer = table.send("/decks", {"game": "hkk"}, headers=headers)
    assert answer.status_code == 403
    assert not list((table.settings.folder).glob("decks/*"))


@pytest.mark.parametrize(
    ("site", "mode", "status"),
    [
        ("cross-site", "no-cors", 403),
        ("cross-site", "cors", 403),
        ("same-site", "no-cors", 403),
        ("cross-site", "navigate", 200),
        ("same-origin", "cors", 200),
        ("none", "navigate", 200),
    ],
)
def test_another_site_may_link_here_and_load_nothing(table: Table, site: str, mode: str, status: int) -> None:
    answer = table.client.get("/decks", headers={"sec-fetch-site": site, "sec-fetch-mode": mode})
    assert answer.status_code == status


def test_an_upload_that_breaks_off_is_no_fault(table: Table) -> None:
    messages: list[Message] = [{"type": "http.request", "body": b"a=b", "more_body": True}, {"type": "http.disconnect"}]
    own = {"host": f"127.0.0.1:{PORT}", "content-type": "application/x-www-form-urlencoded"}
    cookies = "; ".join(f"{name}={value}" for name, value in table.client.cookies.items())
    headers = [(name.encode(), value.encode()) for name, value in {**own, "cookie": cookies}.items()]
    scope = {
        "type": "http", "method": "POST", "path": "/decks", "raw_path": b"/decks", "query_string": b"",
        "headers": headers, "http_version": "1.1", "scheme": "http", "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", PORT),
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(create_app(table.settings)(scope, receive, send))
    assert (messages, sent) == ([], [])


def test_a_form_of_our_own_page_is_taken(table: Table) -> None:
    own = {"origin": f"http://127.0.0.1:{PORT}", "sec-fetch-site": "same-origin"}
    assert table.send("/decks", {"game": "hkk"}, headers=own).status_code == 200


@pytest.mark.parametrize("token", ["", "0" * 40, "é"])
def test_a_form_without_our_token_changes_nothing(table: Table, token: str) -> None:
    answer = table.client.post("/decks", data={"form": token, "game": "hkk"})
    assert answer.status_code == 422
    assert not list((table.settings.folder).glob("decks/*"))


def test_a_form_without_our_cookie_changes_nothing(table: Table) -> None:
    table.client.cookies.clear()
    assert table.send("/decks", {"game": "hkk"}).status_code == 403


def test_the_cookie_is_for_this_site_alone_and_not_for_scripts(settings: Settings) -> None:
    with TestClient(create_app(settings), base_url=f"http://127.0.0.1:{PORT}") as client:
        cookie = client.get("/").headers["set-cookie"].lower()
    assert "samesite=strict" in cookie
    assert "httponly" in cookie


def test_an_open_page_stays_good_after_a_restart(table: Table) -> None:
    again = Table(Settings(table.settings.folder, PORT, lasting_secret(table.settings.folder)))
    with again.client:
        assert again.token == table.token
        assert again.send("/decks", {"game": "hkk"}).status_code == 200


def test_the_secret_is_its_owners_alone(settings: Settings) -> None:
    assert (settings.folder / "forms.secret").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("path", [*PAGES, "/nothing", "/static/x/deck.js", "/static/x/nothing.js"])
def test_every_answer_says_what_the_browser_may_load(table: Table, path: str) -> None:
    headers = table.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "same-origin"


def test_the_policy_lets_nothing_in_from_elsewhere_nor_inline() -> None:
    assert "default-src 'none'" in POLICY
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


@pytest.mark.parametrize("name", ["script.js", "..%2f..%2fpyproject.toml", "..", "table.css%00", "base.html.j2"])
def test_only_the_named_files_are_served(table: Table, name: str) -> None:
    assert table.get(f"/static/x/{name}").status_code == 404


@pytest.mark.parametrize(
    "name", ["..", "../../etc/passwd", "..%2f..%2fetc%2fpasswd", "deck-1.deck.jsonl", "DECK", "a" * 70, "%00", "a--b"]
)
@pytest.mark.parametrize("start", ["/decks/", "/print/"])
def test_no_path_of_the_browser_is_opened(table: Table, start: str, name: str) -> None:
    answer = table.get(f"{start}{name}")
    assert answer.status_code in (404, 200)
    assert "root:" not in answer.text
    assert answer.status_code == 404 or answer.url.path in PAGES


def test_ids_are_small_letters_digits_and_single_hyphens() -> None:
    assert is_id("deck-3f2a")
    assert not any(is_id(one) for one in ("", ".", "a/b", "a\\b", "á", "-a", "a-", "a_b", "x" * 61))


def test_more_than_a_page_may_send_is_refused_before_it_is_read(table: Table) -> None:
    answer = table.client.post("/language", content=b"", headers={"content-length": "999999999"})
    assert answer.status_code == 413


def test_more_than_was_announced_is_refused_too(table: Table) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b"x" * 10_000

    answer = table.client.post(
        "/language",
        content=endless(),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 413


def test_a_list_above_the_limit_is_told(table: Table) -> None:
    answer = table.send("/decks", {"game": "hkk"}, files={"file": ("big.txt", b"1 Gyevi\n" * 260_000)})
    assert answer.status_code == 422
    assert "big.txt" in answer.text or "larger" in answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(table: Table, method: str) -> None:
    assert table.client.request(method, "/decks").status_code == 405


NASTY = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>{{ 7*7 }}"


def test_names_are_shown_literally(table: Table) -> None:
    deck = table.begin(f"2 {NASTY}\n", name=NASTY)
    for path in (
        deck,
        f"{deck}/text",
        f"{deck}/diff",
        f"{deck}/share",
        f"{deck}/mend",
        "/decks",
        "/",
        f"{deck}?q={'<b>x'}",
    ):
        page = table.get(path).text
        assert "<script>alert" not in page, path
        assert "<img src=x" not in page, path
        assert "<b>x" not in page, path
        assert "49" not in re.sub(r"[0-9a-f]{6,}", "", page) or "{{ 7*7 }}" in page


class Inline(HTMLParser):
    """Notes what a strict policy would not let through."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        self.found += [f"{tag} {name}" for name in names if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and not names.get("src")):
            self.found.append(tag)
        for name in ("src", "href", "action"):
            value = names.get(name) or ""
            if ":" in value.split("?")[0].split("#")[0] or value.startswith("//"):
                self.found.append(f"{tag} {name}={value}")


@pytest.mark.parametrize("end", ["", "/odds", "/hand", "/mend", "/diff", "/share", "/text"])
def test_pages_have_nothing_inline_and_nothing_from_another_host(table: Table, end: str) -> None:
    deck = table.begin((DECKS / "demo-tournament.txt").read_text("utf-8"))
    reader = Inline()
    reader.feed(table.get(deck + end).text)
    assert reader.found == []


def test_scripts_and_styles_name_no_other_host() -> None:
    for path in (shipped("templates") / "web" / "static").iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/", "")
        assert "http:" not in text, path.name
        assert "https:" not in text, path.name
        assert "eval(" not in text, path.name


@pytest.mark.parametrize(
    "path", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:1", "", "/a\nb"]
)
def test_the_way_back_is_always_to_us(path: str) -> None:
    assert local_path(path) == "/"


def test_a_filename_of_an_upload_is_only_shown(table: Table, tmp_path: Path) -> None:
    answer = table.send(
        "/decks", {"game": "hkk"}, files={"file": ("../../../evil.txt", b"3 Gyevi b\xc3\xadr\xc3\xb3\n")}
    )
    assert answer.status_code == 200
    assert not list(tmp_path.rglob("*evil*"))
    assert "evil" in answer.text  # its name without the path became the name of the deck
    assert "../" not in answer.text
