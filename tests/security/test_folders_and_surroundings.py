"""What lies in the working folder, what the surroundings say, and what is shown in the browser."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cardtools.web.app import create_app
from cardtools.web.settings import Settings, lasting_secret
from tests.security.outside import STEERING, refused, told

PORT = 8713


@pytest.mark.parametrize(
    "content",
    [
        "game: !!python/object/apply:os.system ['touch owned']\n",
        "a: &a [x]\nb: *a\n",
        "output: /etc/passwd\n",
        "template: evil.j2\n",
        "command: rm -rf /\n",
        "game: ../../etc\n",
        "lang: ../../x\n",
        "paper: ../../etc/passwd\n",
        "printer: 'a\0b'\n",
        "pool: 'a\0b'\n",
        "data: ''\n",
        "game: hkk\ngame: uno\n",
        f"pool: {'x' * 2000}\n",
        "#" * 70_000,
        "- hkk\n",
    ],
)
def test_a_settings_file_of_a_stranger_sets_no_more_than_settings(tmp_path: Path, content: str) -> None:
    (tmp_path / "cardtools.yaml").write_text(content)
    refused(told(tmp_path, "games"), "cardtools.yaml")
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("pool", ["/etc/passwd", "/dev/zero", "pipe", ".", "/proc/self/environ", "loop"])
def test_a_settings_file_that_names_what_is_no_pool_is_told(tmp_path: Path, pool: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "cardtools.yaml").write_text(f"game: hkk\npool: {pool}\n")
    (tmp_path / "d.txt").write_text("1 Turul\n")
    refused(told(tmp_path, "validate", "d.txt", "-g", "hkk"))


def test_a_settings_file_above_or_of_another_kind_is_not_looked_at(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    (tmp_path / "cardtools.yaml").write_text("output: x\n")
    assert told(work, "games").code == 0
    os.mkfifo(work / "cardtools.yaml")
    assert told(work, "games").code == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LANG", "../../etc/passwd"),
        ("LANGUAGE", "../../../etc:/etc/passwd"),
        ("LC_ALL", STEERING),
        ("COLUMNS", "99999999999"),
        ("COLUMNS", "-1"),
        ("TMPDIR", "/nonexistent"),
        ("HOME", ""),
        ("XDG_CACHE_HOME", "relative"),
        ("XDG_CACHE_HOME", "/dev/null"),
        ("XDG_CONFIG_HOME", "/dev/null"),
        ("XDG_CONFIG_HOME", "../.."),
        ("SOURCE_DATE_EPOCH", "garbage"),
        ("SOURCE_DATE_EPOCH", "99999999999999999999"),
        ("TZ", ":/etc/passwd"),
        ("PYDANTIC_DISABLE_PLUGINS", ""),
        ("http_proxy", "http://127.0.0.1:9"),
        ("FONTCONFIG_FILE", "/etc/passwd"),
        ("GIO_EXTRA_MODULES", "/nonexistent"),
    ],
)
def test_odd_surroundings_stop_nothing(tmp_path: Path, name: str, value: str) -> None:
    (tmp_path / "t.csv").write_text("name\nA\n")
    said = told(tmp_path, "print", "cards", "t.csv", "-o", "t.pdf", environment={name: value})
    assert said.code == 0, said.err
    assert [path.name for path in tmp_path.iterdir() if path.name not in ("cache", ".cache")] in (
        ["t.csv", "t.pdf"], ["t.pdf", "t.csv"],
    )  # fmt: skip


@pytest.mark.parametrize("value", ["/nonexistent", "/dev/null", "loop", STEERING, "a" * 5000])
def test_a_data_folder_that_is_none_is_refused(tmp_path: Path, value: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    said = told(tmp_path, "games", environment={"CARDTOOLS_DATA": value})
    refused(said, "file.unreadable")
    assert "\x1b" not in said.all


@pytest.mark.parametrize("target", ["/dev/null", "/dev/stdout", "/proc/self/mem", "t.csv", ".", "pipe", "t.csv/x.pdf"])
def test_nothing_but_a_file_is_written_and_never_the_source(tmp_path: Path, target: str) -> None:
    (tmp_path / "t.csv").write_text("name\nA\n")
    os.mkfifo(tmp_path / "pipe")
    refused(told(tmp_path, "print", "cards", "t.csv", "-o", target), "file.unwritable")
    assert (tmp_path / "t.csv").read_text() == "name\nA\n"
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    "game", ["../evil", "/etc/evil", "a/b", "..", STEERING, "A", "a" * 41, "con\0x".replace("\0", " ")]
)
def test_no_name_of_a_game_leads_out_of_its_folder(tmp_path: Path, game: str) -> None:
    work = tmp_path / "a/b"
    work.mkdir(parents=True)
    refused(told(work, "new", game, "mine"))
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and ".cache" not in path.parts]
    refused(told(work, "validate", "x.txt", "-g", game), "usage.unknown-game")


def test_a_ring_of_links_is_no_target(tmp_path: Path) -> None:
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    (tmp_path / "d.txt").write_text("1 Turul\n")
    refused(told(tmp_path, "deck", "convert", "d.txt", "-g", "hkk", "-o", "loop.txt"), "file.unwritable")


def test_a_manifest_of_a_stranger_removes_no_file(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name\nA\n")
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "mine.txt").write_text("mine")
    names = [{"name": name} for name in ("../mine.txt", str(tmp_path / "mine.txt"), "..")]
    (out / "cardtools-manifest.json").write_text(json.dumps({"schema": "cardtools.manifest/1", "files": names}))
    refused(told(tmp_path, "print", "cards", "t.csv", "--profile", "mpc-63x88", "-o", "out"), "file.unwritable")
    assert (tmp_path / "mine.txt").read_text() == "mine"


SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


def test_script_in_names_is_shown_as_words_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "table"
    folder.mkdir()
    settings = Settings(folder=folder, port=PORT, secret=lasting_secret(folder))
    with TestClient(create_app(settings), base_url=f"http://127.0.0.1:{PORT}", follow_redirects=True) as browser:
        browser.get("/")
        fields = {
            "form": settings.form_token,
            "game": "hkk",
            "format": "tournament",
            "name": SCRIPT,
            "text": f"2 {SCRIPT}\n",
        }
        deck = browser.post("/decks", data=fields)
        assert deck.status_code == 200, deck.text
        for page in (deck, browser.get("/decks"), browser.get(f"{deck.url.path}/text"), browser.get("/")):
            assert "<script>alert" not in page.text
            assert "<img src=x" not in page.text
            assert "default-src 'none'" in page.headers["content-security-policy"]
