"""What a table was opened with: where it keeps its files, what it may be shown to, and the secret of its forms."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from cardtools.errors import CardtoolsError, refuse
from cardtools.store.files import read_bytes, write_whole

LOOPBACK: Final = "127.0.0.1"
HOSTS: Final = (LOOPBACK, "localhost")
"""What the browser may call us; anything else is another site's name that points here."""

_SECRET_BYTES: Final = 32
_SECRET_FILE: Final = "forms.secret"  # noqa: S105 - the name of a file
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_ID: Final = 60


@dataclass(frozen=True)
class Settings:
    """What a table was opened with.

    Attributes:
        folder: Where decks, evenings, pools and prints are kept.
        port: The port of this machine that it is served at.
        data: The user's data folder, laid over the shipped one.
        pools: Card pools that were named on the command line.
        language: Spoken where the browser asks for no language we have.
        secret: Proves that a form came from one of our pages; the same after a restart, so that open pages stay good.
    """

    folder: Path
    port: int
    secret: bytes
    data: Path | None = None
    pools: tuple[Path, ...] = ()
    language: str = "en"

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The names and port that a request may be for."""
        bare = HOSTS if self.port == 80 else ()
        return frozenset((*bare, *(f"{host}:{self.port}" for host in HOSTS)))

    @property
    def browser_cookie(self) -> str:
        """The name of the cookie: browsers know no ports, so that tables side by side need one each."""
        return f"cardtools-browser-{self.port}"

    @cached_property
    def browser_mark(self) -> str:
        """The cookie that a browser gets; another site cannot make ours send it."""
        return self._proof(b"browser")

    @cached_property
    def form_token(self) -> str:
        """What every form of ours carries besides."""
        return self._proof(b"form")

    @property
    def removed(self) -> Settings:
        """The same table with what was put away in place of what is kept."""
        return replace(self, folder=self.folder / "removed")

    def _proof(self, what: bytes) -> str:
        return hmac.new(self.secret, what, hashlib.sha256).hexdigest()[:40]

    def kept(self, kind: str, name: str, ending: str) -> Path:
        """Return where a thing of ours is kept. ``name`` may come from a browser: it is an id or refused.

        Raises:
            CardtoolsError: ``web.no-such-page``.
        """
        if not is_id(name):
            raise refuse("web.no-such-page", exit_code=1)
        return self.folder / kind / f"{name}{ending}"


def is_id(name: str) -> bool:
    """Return whether ``name`` can be the name of a thing of ours: lower letters, digits, single hyphens.

    >>> is_id("deck-3f"), is_id("../etc"), is_id("a--b"), is_id("")
    (True, False, False, False)
    """
    return len(name) <= _LONGEST_ID and _ID.fullmatch(name) is not None


def new_id(prefix: str) -> str:
    """Return an id that nothing has yet, and that nobody can guess."""
    return f"{prefix}-{secrets.token_hex(6)}"


def usual_folder() -> Path:
    """Return where a table keeps its files when no folder is named."""
    home = os.environ.get("XDG_DATA_HOME")
    root = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "share"
    return root / "cardtools" / "table"


def lasting_secret(folder: Path) -> bytes:
    """Return the secret of a folder, made at its first use and readable by its owner alone.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    path = folder / _SECRET_FILE
    try:
        kept = read_bytes(path, _SECRET_BYTES)
    except CardtoolsError:
        kept = b""
    if len(kept) != _SECRET_BYTES:
        kept = secrets.token_bytes(_SECRET_BYTES)
        write_whole(path, kept)
        path.chmod(0o600)
    return kept
