"""Every message has its words in every language of the program."""

from __future__ import annotations

import gettext
import re
import string
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from cardtools.model.finding import Finding
from cardtools.words.catalog import LOCALES, Words
from cardtools.words.messages import MESSAGES
from tests.conftest import REPO

FORMS = {"en": 2, "hu": 2}
"""How many forms a number gives a word, by language."""

NO_KEYS = (".yaml", ".txt", ".json", ".scale")
"""Ends of names that look like keys: files, and the short keys of the calibration page."""

CATALOGUES = sorted(LOCALES.glob("*/LC_MESSAGES/messages.po"))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def read(path: Path) -> Catalog:
    with path.open("rb") as stream:
        return read_po(stream, locale=path.parent.parent.name)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_every_message_is_translated_with_its_gaps(path: Path) -> None:
    catalogue = read(path)
    for key, english in MESSAGES.items():
        message = catalogue.get(english, context=key)
        assert message, key
        assert isinstance(message.string, str)
        assert message.string, key
        assert fields(message.string) == fields(english), key
        assert not message.fuzzy, key


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_the_compiled_catalogue_is_that_of_the_text(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as stream:
        compiled = gettext.GNUTranslations(stream)
    message: Any
    for message in read(path):
        english = message.id
        if isinstance(english, tuple):
            assert compiled.ngettext(english[0], english[1], 2) == message.string[1], "run: make words"
        elif isinstance(english, str) and english and message.context:
            assert compiled.pgettext(message.context, english) == message.string, "run: make words"
        elif isinstance(english, str) and english:
            assert compiled.gettext(english) == message.string, "run: make words"


def test_every_key_in_the_code_has_a_message_and_every_message_a_use() -> None:
    source = "\n".join(
        path.read_text("utf-8") for path in (REPO / "cardtools").rglob("*.py") if path.parent.name != "messages"
    )
    source += "\n".join(path.read_text("utf-8") for path in (REPO / "templates").rglob("*.j2"))
    data = "\n".join(path.read_text("utf-8") for path in (REPO / "data").rglob("*.yaml"))
    used = set(re.findall(r'"((?:file|data|usage|pool|deck|score|session|share|table|print)\.[a-z.-]+[a-z])"', source))
    assert {key for key in used if key not in MESSAGES and not key.endswith(NO_KEYS)} == set()
    families: tuple[str, ...] = ("status.", "severity.", "fact.", "label.", "document.", "hint.", "deck.")
    families += ("usage.unknown-", "data.no-deck-", "score.decided.", "score.words.example.", "score.running.")
    families += (
        "score.finished.",
        "web.option.",
        "web.document.",
        "web.stage.",
        "web.figure.",
        "web.nav.",
        "web.files.",
        "web.door.",
        "web.told.",
        "web.choice.",
        "web.say.",
        "web.field.colour.",
    )
    families += ("calibration.", "certainty.", "print.picture-broken.", "score.why.panda.", "web.score.")
    families += ("doctor.", "help.section.")
    idle = {key for key in MESSAGES if key not in source and key not in data and not key.startswith(families)}
    assert idle == set()


def test_values_are_printed_literally() -> None:
    finding = Finding(code="deck.unknown-card", params={"name": "{0.__class__} {name} %s"})
    assert Words("en").message(finding) == 'no card is called "{0.__class__} {name} %s"'


def test_an_unknown_language_falls_back_to_english() -> None:
    assert Words("de").text("deck.empty") == Words("en").text("deck.empty") == "the list is empty"


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (101, "101 cards")])
def test_a_word_goes_with_its_number(count: int, said: str) -> None:
    assert Words("en").text("setup.pack", count=count) == f"Play with {said}"
    assert Words("hu").text("setup.pack", count=count) == f"A játékban lévő lapok száma: {count}"
    assert Words("pl").text("setup.pack", count=count) == f"Play with {said}"  # English stands in, with its own forms


@pytest.mark.parametrize(
    ("turn", "article"), [("1", "az"), ("2", "a"), ("5", "az"), ("11", "a"), ("53", "az"), ("100", "a")]
)
def test_a_hungarian_article_goes_by_how_the_number_is_spoken(turn: str, article: str) -> None:
    assert Words("hu").text("score.why.hkk.vp-turn", count=1, turn=turn) == f"1 VP jár {article} {turn}. körben"


def test_what_is_no_number_takes_the_form_of_many() -> None:
    assert Words("en").text("setup.pack", count="3 or 4") == "Play with 3 or 4 cards"


def test_every_word_that_goes_with_a_number_has_all_forms_of_its_language() -> None:
    texts = [("en", key, text) for key, text in MESSAGES.items()]
    texts += [
        (path.parent.parent.name, str(m.context), str(m.string)) for path in CATALOGUES for m in read(path) if m.context
    ]
    wrong = [
        (language, key, forms)
        for language, key, text in texts
        for _, name, forms, _ in string.Formatter().parse(text)
        if name and forms and (forms.count("|") + 1 != FORMS[language] or not all(forms.split("|")))
    ]
    assert wrong == []
