from __future__ import annotations

import pyphen
import pytest

from cardtools.render.hyphens import LANGUAGES, LazyPatterns, read_patterns_lazily

WORDS = {
    "hu": "megszentségteleníthetetlenségeskedéseitekért asszonnyal hosszan mennyországban őrangyalkalap",
    "en": "hyphenation international reference extraordinary table",
    "pl": "konstantynopolitańczykowianeczka nieprzewidywalny żółwie",
    "cs": "nejneobhospodařovávatelnějšího příšerně žluťoučký",
    "sk": "najneobhospodarovávateľnejšieho kŕdeľ ďatľov",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_divided_as_the_library_divides_them(language: str) -> None:
    path = pyphen.LANGUAGES[language]
    plain = pyphen.HyphDict(path)
    read_patterns_lazily()
    lazy = pyphen.Pyphen(lang=language).hd
    assert type(lazy) is not type(plain)
    for word in WORDS[language].split():
        there, here = plain.positions(word), lazy.positions(word)
        assert here == there
        assert [point.data for point in here] == [point.data for point in there]
    assert any(plain.positions(word) for word in WORDS[language].split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_is_lost_or_added(language: str) -> None:
    path = pyphen.LANGUAGES[language]
    encoding, _, text = path.read_bytes().partition(b"\n")
    lazy = LazyPatterns(text.decode(encoding.decode().strip()))
    plain = pyphen.HyphDict(path).patterns
    assert len(lazy) == len(plain)
    some = list(plain)[:: max(1, len(plain) // 2_000)]
    assert all(lazy.get(letters) == plain[letters] for letters in some)
    assert lazy.get("0") is None


def test_other_languages_are_left_to_the_library() -> None:
    read_patterns_lazily()
    assert type(pyphen.Pyphen(lang="de").hd) is pyphen.HyphDict
    assert pyphen.Pyphen(lang="de").inserted("Wörterbuch") == "Wör-ter-buch"
