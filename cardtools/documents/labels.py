"""The fixed words of printed documents in the languages we ship; any other language takes the English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtools.model.base import text_in

LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    "players": {"hu": "játékos", "en": "players", "pl": "graczy", "cs": "hráčů", "sk": "hráčov"},
    "age": {
        "hu": "éves kortól",
        "en": "years and up",
        "pl": "lat",
        "cs": "let",
        "sk": "rokov",
    },
    "cards": {"hu": "lap", "en": "cards", "pl": "kart", "cs": "karet", "sk": "kariet"},
    "card": {"hu": "Lap", "en": "Card", "pl": "Karta", "cs": "Karta", "sk": "Karta"},
    "effect": {"hu": "Mit tesz", "en": "What it does", "pl": "Działanie", "cs": "Co dělá", "sk": "Čo robí"},
    "opening": {
        "hu": "Ha kezdőlap",
        "en": "As the first card",
        "pl": "Jako pierwsza karta",
        "cs": "Jako první karta",
        "sk": "Ako prvá karta",
    },
    "example": {"hu": "Példa", "en": "Example", "pl": "Przykład", "cs": "Příklad", "sk": "Príklad"},
    "ruling": {
        "hu": "a mi döntésünk, mert a szabály hallgat vagy ellentmond magának",
        "en": "our ruling, where the rules are silent or contradict themselves",
        "pl": "nasze rozstrzygnięcie tam, gdzie zasady milczą lub sobie przeczą",
        "cs": "naše rozhodnutí tam, kde pravidla mlčí nebo si odporují",
        "sk": "naše rozhodnutie tam, kde pravidlá mlčia alebo si odporujú",
    },
    "likely": {
        "hu": "valószínű, de a forrásból nem biztos",
        "en": "likely, but not certain from the source",
        "pl": "prawdopodobne, ale źródło tego nie przesądza",
        "cs": "pravděpodobné, ale ze zdroje to není jisté",
        "sk": "pravdepodobné, ale zo zdroja to nie je isté",
    },
    "continued": {"hu": "folytatás", "en": "continued", "pl": "ciąg dalszy", "cs": "pokračování", "sk": "pokračovanie"},
    "left-out": {
        "hu": "A teljes segédleten még",
        "en": "Only on the full sheet",
        "pl": "Tylko na pełnej karcie",
        "cs": "Jen na úplném listu",
        "sk": "Len na úplnom hárku",
    },
    "edition": {"hu": "Kiadás", "en": "Edition", "pl": "Wydanie", "cs": "Vydání", "sk": "Vydanie"},
    "sources": {"hu": "Források", "en": "Sources", "pl": "Źródła", "cs": "Zdroje", "sk": "Zdroje"},
    "unnumbered": {
        "hu": "ez az, ahol nincs szám",
        "en": "wherever no number stands",
        "pl": "wszędzie, gdzie nie ma numeru",
        "cs": "všude, kde není číslo",
        "sk": "všade, kde nie je číslo",
    },
    "version": {
        "hu": "Változat",
        "en": "Version",
        "pl": "Wersja",
        "cs": "Verze",
        "sk": "Verzia",
    },
    "changes": {"hu": "Változások", "en": "Changes", "pl": "Zmiany", "cs": "Změny", "sk": "Zmeny"},
    "language": {"hu": "Nyelv", "en": "Language", "pl": "Język", "cs": "Jazyk", "sk": "Jazyk"},
    "language-name": {"hu": "magyar", "en": "English", "pl": "polski", "cs": "čeština", "sk": "slovenčina"},
    "title-cards": {"hu": "kártyák", "en": "cards", "pl": "karty", "cs": "karty", "sk": "karty"},
    "title-proxies": {"hu": "proxyk", "en": "proxies", "pl": "proxy", "cs": "proxy", "sk": "proxy"},
    "front": {"hu": "előlap", "en": "front", "pl": "awers", "cs": "líc", "sk": "líce"},
    "back": {"hu": "hátlap", "en": "back", "pl": "rewers", "cs": "rub", "sk": "rub"},
    "fold": {
        "hu": "hajtott ív",
        "en": "fold sheet",
        "pl": "arkusz do złożenia",
        "cs": "arch k přeložení",
        "sk": "hárok na preloženie",
    },
    "draft": {"hu": "VÁZLAT", "en": "DRAFT", "pl": "SZKIC", "cs": "NÁVRH", "sk": "NÁVRH"},
    "ruler": {
        "hu": "50 mm – nyomtatás: 100%",
        "en": "50 mm – print at 100 %",
        "pl": "50 mm – drukuj w skali 100%",
        "cs": "50 mm – tisk na 100 %",
        "sk": "50 mm – tlač na 100 %",
    },
    "proxy": {
        "hu": "PROXY – nem eladó",
        "en": "PROXY – not for sale",
        "pl": "PROXY – nie na sprzedaż",
        "cs": "PROXY – neprodejné",
        "sk": "PROXY – nepredajné",
    },
    "complete": {
        "hu": "{n}%-ban lefordítva",
        "en": "{n}% translated",
        "pl": "przetłumaczono {n}%",
        "cs": "přeloženo {n} %",
        "sk": "preložené na {n} %",
    },
}
"""Words by what they say, then by language."""


def label(name: str, language: str, **values: object) -> str:
    """Return the fixed word ``name`` in ``language`` or in English, its ``{gaps}`` filled with ``values``.

    >>> label("players", "hu"), label("players", "de"), label("complete", "cs", n=98)
    ('játékos', 'players', 'přeloženo 98 %')
    """
    return text_in(LABELS[name], language).format(**values)


def language_name(language: str) -> str:
    """Return what a language calls itself, or its tag where we do not know.

    >>> language_name("hu"), language_name("de")
    ('magyar', 'de')
    """
    return LABELS["language-name"].get(language, language)
