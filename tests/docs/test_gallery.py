"""The gallery shows every document of every game, and every picture that a page names is there."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
import yaml

from cardtools.cli.printing import print_group
from tests.conftest import REPO
from tests.gallery.__main__ import GALLERY, INDEX, OTHERS, index, printed
from tests.gallery.pictures import LIMIT, keep, picture_of
from tests.gallery.pieces import NINE, pieces

WHOLE = 6_000_000
"""Bytes of all pictures of documents at most."""
COMMANDS = {
    name: print_group.get_command(click.Context(print_group), name)
    for name in print_group.list_commands(click.Context(print_group))
}
PAGES = (*REPO.glob("*.md"), *REPO.glob("docs/**/*.md"))


def games() -> set[str]:
    return {path.name for path in (REPO / "data/games").iterdir() if path.is_dir()}


def of_a_game() -> list[str]:
    """Return the documents whose argument is a game."""
    return [
        name
        for name, command in COMMANDS.items()
        if command and any(isinstance(one, click.Argument) and one.name == "game" for one in command.params)
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_picture_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = [*re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", text), *re.findall(r'<img[^>]* src="([^"]+)"', text)]
    local = [one for one in named if "://" not in one]
    assert [one for one in local if not (page.parent / one).is_file()] == []


def test_the_readme_shows_pictures_and_leads_to_the_gallery() -> None:
    readme = (REPO / "README.md").read_text("utf-8")
    assert readme.count('<img src="docs/gallery/') >= 3
    assert "(docs/gallery/README.md)" in readme


def test_no_document_is_forgotten() -> None:
    assert set(COMMANDS) == {piece.command for piece in pieces()}


def test_no_game_is_forgotten() -> None:
    assert len(of_a_game()) >= 5
    for document in of_a_game():
        shown = {piece.arguments[1] for piece in pieces() if piece.command == document}
        assert games() <= shown, document
    assert set(NINE) == games()


def test_no_language_of_a_reference_sheet_is_forgotten() -> None:
    shown = {(piece.arguments[1], piece.arguments[3]) for piece in pieces() if piece.command == "reference"}
    assert shown == {(path.parent.name, path.name.split(".")[1]) for path in REPO.glob("data/games/*/reference.*.yaml")}


def test_no_profile_is_forgotten() -> None:
    file = yaml.safe_load((REPO / "data/print/profiles.yaml").read_text("utf-8"))
    words = {word for piece in pieces() for word in piece.arguments}
    assert {profile["id"] for profile in file["profiles"]} <= words


def test_the_gallery_holds_the_pictures_of_the_program_and_no_others() -> None:
    names = [piece.name for piece in pieces()]
    assert len(set(names)) == len(names)
    there = {path.stem for path in GALLERY.glob("*.png")} - {path.stem for path in GALLERY.glob(OTHERS)}
    assert there == set(names)


def test_the_pictures_are_small() -> None:
    sizes = {piece.name: (GALLERY / f"{piece.name}.png").stat().st_size for piece in pieces()}
    assert [name for name, size in sizes.items() if size > LIMIT] == []
    assert sum(sizes.values()) <= WHOLE


def test_the_index_lists_every_picture_of_a_document() -> None:
    text = INDEX.read_text("utf-8")
    others = re.findall(r"\((web-[^)]+)\.png\)", text)  # the browser tests say which there are
    assert text == index(pieces(), others)


def test_a_document_is_pictured_the_same_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPO)
    piece = next(piece for piece in pieces() if piece.name == "setup-uno-hu")
    shots = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        keep(picture_of(piece, printed(piece, folder)), folder / "shot.png")
        shots.append((folder / "shot.png").read_bytes())
    assert shots[0] == shots[1]
