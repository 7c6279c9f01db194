"""The fixed words of printed documents: pads, forms and reference sheets, in one look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Final, get_args

import pytest

from cardtools.documents.form_words import FORM_WORDS, form_word
from cardtools.documents.labels import LABELS, label
from cardtools.documents.pad_words import WORDS, word
from cardtools.model.deck import Status
from cardtools.words.catalog import Words

ALL: Final = {"hu", "en", "pl", "cs", "sk"}
TABLES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {"pads": WORDS, "forms": FORM_WORDS, "labels": LABELS}


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("table", TABLES)
def test_every_translation_fills_in_the_same_gaps(table: str) -> None:
    for name, texts in TABLES[table].items():
        for language, text in texts.items():
            assert gaps(text) == gaps(texts["en"]), (name, language)


@pytest.mark.parametrize("table", TABLES)
def test_every_word_is_in_all_five_languages(table: str) -> None:
    for name, texts in TABLES[table].items():
        assert set(texts) == ALL, name


@pytest.mark.parametrize("status", get_args(Status))
def test_a_status_on_a_form_is_the_one_that_the_program_tells(status: str) -> None:
    for language in ("hu", "en"):
        assert form_word(f"status.{status}", language) == Words(language).text(f"status.{status}")


@pytest.mark.parametrize("name", ["players", "cards", "likely", "player", "date", "total"])
def test_a_thing_is_called_the_same_on_every_document(name: str) -> None:
    for language in ALL:
        called = {table[name][language] for table in TABLES.values() if name in table and language in table[name]}
        assert len(called) == 1, (language, called)


@pytest.mark.parametrize(("say", "name"), [(word, "total"), (form_word, "setup"), (label, "players")])
def test_a_language_that_we_do_not_ship_takes_the_english(say: Callable[[str, str], str], name: str) -> None:
    assert say(name, "de") == say(name, "en")
