"""Print every document, and keep pictures of them with an index: ``python -m tests.gallery``.

Names after it are those of the only pictures made anew.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from cardtools.cli.main import run
from tests.gallery.pictures import keep, picture_of
from tests.gallery.pieces import Piece, pieces

REPO: Final = Path(__file__).resolve().parents[2]
GALLERY: Final = REPO / "docs/gallery"
INDEX: Final = GALLERY / "README.md"
OTHERS: Final = "web-*.png"
"""Pictures that the browser tests keep beside these."""


def main(names: Sequence[str] = ()) -> None:
    """Make pictures anew, all or those of ``names``, and take away those that are no longer made."""
    os.chdir(REPO)
    GALLERY.mkdir(parents=True, exist_ok=True)
    shown = pieces()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_CACHE_HOME=f"{folder}/cache", XDG_CONFIG_HOME=f"{folder}/config", LANG="C.UTF-8")
        for piece in (piece for piece in shown if not names or piece.name in names):
            keep(picture_of(piece, printed(piece, Path(folder))), GALLERY / f"{piece.name}.png")
    for stale in (
        set(GALLERY.glob("*.png")) - set(GALLERY.glob(OTHERS)) - {GALLERY / f"{one.name}.png" for one in shown}
    ):
        stale.unlink()
    INDEX.write_text(index(shown, sorted(path.stem for path in GALLERY.glob(OTHERS))), "utf-8")


def printed(piece: Piece, folder: Path) -> Path:
    """Return the file that the command of a piece writes, or the folder where it makes pictures.

    Raises:
        SystemExit: Where it prints nothing.
    """
    told = io.StringIO()
    made = folder / piece.name
    target = made if "--profile" in piece.arguments and _makes_pictures(piece) else made.with_suffix(".pdf")
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
        code = run(["print", *piece.arguments, "-o", str(target)])
    if not target.exists():
        raise SystemExit(f"{piece.name}: exit code {code}\n{told.getvalue()}")
    return target


def index(shown: Sequence[Piece], others: Sequence[str]) -> str:
    """Return the page that lists all pictures, with the command of each."""
    return "\n".join(_lines(shown, others)) + "\n"


def _lines(shown: Sequence[Piece], others: Sequence[str]) -> Iterator[str]:
    yield "# Gallery"
    yield ""
    yield "Every document that `cardtools print` makes, as `make gallery` pictures it."
    for command in dict.fromkeys(piece.command for piece in shown):
        yield ""
        yield f"## {command}"
        for piece in shown:
            if piece.command == command:
                yield ""
                yield f"**{piece.title}** – `cardtools print {' '.join(piece.arguments)}`"
                yield ""
                yield f"![{piece.title}]({piece.name}.png)"
    if others:
        yield ""
        yield "## The browser table"
        yield ""
        yield "As a browser shows it, on a desk and on a phone."
        for name in others:
            yield ""
            yield f"![{name.removeprefix('web-').replace('-', ' ')}]({name}.png)"


def _makes_pictures(piece: Piece) -> bool:
    profile = piece.arguments[piece.arguments.index("--profile") + 1]
    return profile.startswith(("mpc-", "tgc-", "tts"))


if __name__ == "__main__":
    main(sys.argv[1:])
