from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cardtools.web.app import create_app
from cardtools.web.settings import Settings, lasting_secret
from tests.conftest import REPO

PORT = 8713
DECKS = REPO / "data/games/hkk/decks"
REAL_POOL = REPO.parent / "shared/real/hkk/cards.txt"
HEADERS = {"host": f"127.0.0.1:{PORT}"}


class Table:
    """A table with a browser that keeps its cookies and fills in its forms."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self.client = TestClient(self.app, base_url=f"http://127.0.0.1:{settings.port}", follow_redirects=True)
        self.client.get("/")

    @property
    def token(self) -> str:
        return self.settings.form_token

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(path, headers=headers)

    def send(
        self,
        path: str,
        fields: Mapping[str, str] | None = None,
        files: Mapping[str, tuple[str, bytes]] | Sequence[tuple[str, tuple[str, bytes]]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        """Send a form with the token that our pages put into it."""
        data = {"form": self.token, **(fields or {})}
        return self.client.post(path, data=data, files=files, headers=dict(headers or {}))

    def begin(self, text: str = "", game: str = "hkk", form: str = "tournament", **fields: str) -> str:
        """Begin a deck and return its address."""
        made = self.send("/decks", {"game": game, "format": form, "text": text, **fields})
        assert made.status_code == 200, made.text
        return str(made.url.path)

    def change(self, deck: str, do: str, **fields: str) -> Any:
        """Press a button of the deck builder, as its script does."""
        version = fields.pop("version", "") or self.version(deck)
        return self.send(deck, {"version": version, "do": do, **fields}, headers={"X-Part": "deck"})

    def version(self, deck: str) -> str:
        return str(self.get(deck, **{"X-Part": "version"}).text)

    def text(self, deck: str) -> str:
        return str(self.get(f"{deck}/file/text").text)


def plain(html: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "table"
    folder.mkdir()
    return Settings(folder=folder, port=PORT, secret=lasting_secret(folder))


@pytest.fixture
def table(settings: Settings) -> Iterator[Table]:
    made = Table(settings)
    with made.client:
        yield made
