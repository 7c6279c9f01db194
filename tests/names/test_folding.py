from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.names.folding import clean, fold


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Zu’lit kísérlete", "Zu'lit kísérlete"),
        ("Oz‘mogroth", "Oz'mogroth"),
        ("Oz´mogroth", "Oz'mogroth"),
        ("Oz`mogroth", "Oz'mogroth"),
        ("Oz`mogroth őre", "Oz'mogroth őre"),
        ("Üres „joker”", 'Üres "joker"'),
        ("Üres “joker”", 'Üres "joker"'),
        ("Üres «joker»", 'Üres "joker"'),
        ("−2", "-2"),
        ("Chara–din", "Chara-din"),
        ("A halál\u00a0angyala", "A halál angyala"),
        ("A halál\u202fangyala", "A halál angyala"),
        ("A\thalál  angyala ", "A halál angyala"),
        ("Red   Skip", "Red Skip"),
        ("\ufeffTurul", "Turul"),
        ("Tu\u200brul", "Turul"),
        ("Tu\u00adrul", "Turul"),
        ("\u200eTurul\u200f", "Turul"),
        (unicodedata.normalize("NFD", "Életerő"), "Életerő"),
        (" \u200b\u00a0 ", ""),
    ],
)
def test_clean_is_what_the_writer_meant_to_type(written: str, meant: str) -> None:
    assert clean(written) == meant


def test_clean_keeps_case_accents_and_punctuation() -> None:
    assert clean("X 1, a xenomorf (új)!?") == "X 1, a xenomorf (új)!?"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ÉLETERŐ", "eletero"),
        ("Őrvény", "ORVENY"),
        ("Łódź", "lodz"),
        ("Øst", "ost"),
        ("Straße", "STRASSE"),
        ("Ťahaj štyri", "tahaj styri"),
        ("Zu’lit", "zu'LIT"),
        (unicodedata.normalize("NFD", "Csonttű"), "csonttu"),
    ],
)
def test_fold_forgets_case_and_accents(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Turul", "Turult"), ("Tűzmadár", "Tűzmadár (2020)"), ("X8, az utazó", "X8 az utazó")]
)
def test_fold_keeps_what_tells_names_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
@settings(deadline=None)
def test_clean_and_fold_once_is_enough(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert fold(clean(text)) == fold(text)
