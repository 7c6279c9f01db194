from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from cardtools.render.fonts import covered
from cardtools.store.yaml_files import read_yaml
from tests.data.discovery import DATA, files, name_of, texts

YAML = [pytest.param(path, id=name_of(path)) for path in files("**/*.yaml")]
GAME_YAML = [pytest.param(path, id=name_of(path)) for path in files("games/*/*.yaml")]
HUNGARIAN = [pytest.param(path, id=name_of(path)) for path in files("games/*/reference.hu.yaml")]
ALL = [pytest.param(path, id=name_of(path)) for path in sorted(DATA.rglob("*")) if path.is_file()]


@pytest.mark.parametrize("path", YAML)
def test_every_yaml_file_loads(path: Path) -> None:
    assert isinstance(read_yaml(path).data, dict)


def test_there_is_no_yaml_file_under_another_ending() -> None:
    strays = [path.name for path in DATA.rglob("*") if path.suffix in (".yml", ".json", ".toml")]
    assert set(strays) <= {"pool.json"}


@pytest.mark.parametrize("path", ALL)
def test_every_file_is_utf_8_in_nfc_with_unix_line_ends(path: Path) -> None:
    content = path.read_bytes()
    text = content.decode("utf-8")
    assert unicodedata.normalize("NFC", text) == text
    assert b"\r" not in content
    assert not content.startswith(b"\xef\xbb\xbf")
    assert content.endswith(b"\n")


@pytest.mark.parametrize("path", GAME_YAML)
def test_our_fonts_have_every_letter_of_every_text(path: Path) -> None:
    strange = {
        (where, f"U+{ord(char):04X}")
        for where, text in texts(read_yaml(path).data)
        for char in text
        if ord(char) not in covered() and char != "\n"
    }
    assert strange == set()


@pytest.mark.parametrize("path", HUNGARIAN)
def test_hungarian_texts_have_hungarian_quotation_marks(path: Path) -> None:
    for where, text in texts(read_yaml(path).data):
        assert '"' not in text, where
        assert "“" not in text, where
        assert text.count("„") == text.count("”"), where


@pytest.mark.parametrize("path", HUNGARIAN)
def test_hungarian_texts_have_no_hyphen_for_a_dash_and_no_double_blank(path: Path) -> None:
    for where, text in texts(read_yaml(path).data):
        assert " - " not in text, where
        assert "--" not in text, where
        assert "  " not in text, where
        assert text == text.strip(), where
