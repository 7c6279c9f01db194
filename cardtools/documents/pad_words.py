"""The fixed words of score pads in the languages we ship; any other language takes the English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from cardtools.model.base import text_in
from cardtools.model.game_folder import Game

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "pad": {"hu": "Pontlap", "en": "Score pad", "pl": "Karta wyników", "cs": "Bodovací list", "sk": "Bodovací hárok"},
    "date": {"hu": "Dátum", "en": "Date", "pl": "Data", "cs": "Datum", "sk": "Dátum"},
    "place": {"hu": "Hely", "en": "Place", "pl": "Miejsce", "cs": "Místo", "sk": "Miesto"},
    "game": {"hu": "Játszma", "en": "Game", "pl": "Partia", "cs": "Partie", "sk": "Partia"},
    "games": {"hu": "{n}. játszma", "en": "Game {n}", "pl": "Partia {n}", "cs": "Partie {n}", "sk": "Partia {n}"},
    "round": {"hu": "Kör", "en": "Round", "pl": "Runda", "cs": "Kolo", "sk": "Kolo"},
    "player": {"hu": "Játékos", "en": "Player", "pl": "Gracz", "cs": "Hráč", "sk": "Hráč"},
    "points": {"hu": "pont", "en": "points", "pl": "punkty", "cs": "body", "sk": "body"},
    "so-far": {"hu": "állás", "en": "total", "pl": "suma", "cs": "součet", "sk": "súčet"},
    "total": {"hu": "Összesen", "en": "Total", "pl": "Razem", "cs": "Celkem", "sk": "Spolu"},
    "final": {"hu": "Végeredmény", "en": "Final score", "pl": "Wynik", "cs": "Výsledek", "sk": "Výsledok"},
    "carried": {"hu": "Áthozat", "en": "Carried over", "pl": "Z przeniesienia", "cs": "Převod", "sk": "Prenos"},
    "running": {"hu": "Állás", "en": "So far", "pl": "Dotychczas", "cs": "Dosud", "sk": "Doteraz"},
    "deals": {
        "hu": "Jelöld be, ki oszt!",
        "en": "Tick who deals.",
        "pl": "Zaznacz, kto rozdaje.",
        "cs": "Zaškrtni, kdo rozdává.",
        "sk": "Zaškrtni, kto rozdáva.",
    },
    "notes": {"hu": "Jegyzetek", "en": "Notes", "pl": "Notatki", "cs": "Poznámky", "sk": "Poznámky"},
    "worth": {
        "hu": "Mit érnek a lapok?",
        "en": "What are the cards worth?",
        "pl": "Ile warte są karty?",
        "cs": "Kolik mají karty bodů?",
        "sk": "Koľko bodov majú karty?",
    },
    "each": {
        "hu": "lapja {n} pont",
        "en": "{n} points each",
        "pl": "każda po {n} pkt",
        "cs": "každá za {n} b.",
        "sk": "každá za {n} b.",
    },
    "turn": {"hu": "Kör", "en": "Turn", "pl": "Tura", "cs": "Tah", "sk": "Ťah"},
    "gained": {"hu": "jár", "en": "gain", "pl": "zysk", "cs": "zisk", "sk": "zisk"},
    "won": {
        "hu": "Megnyert játszmák",
        "en": "Games won",
        "pl": "Wygrane partie",
        "cs": "Vyhrané partie",
        "sk": "Vyhrané partie",
    },
    "end": {"hu": "Vége", "en": "End", "pl": "Koniec", "cs": "Konec", "sk": "Koniec"},
    "letters": {"hu": "Betűk", "en": "Letters", "pl": "Litery", "cs": "Písmena", "sk": "Písmená"},
    "likely": {
        "hu": "valószínű, de a forrásból nem biztos",
        "en": "likely, but not certain from the source",
        "pl": "prawdopodobne, ale źródło tego nie przesądza",
        "cs": "pravděpodobné, ale ze zdroje to není jisté",
        "sk": "pravdepodobné, ale zo zdroja to nie je isté",
    },
    "ruling": {
        "hu": "a mi döntésünk, mert a szabály hallgat róla",
        "en": "our ruling, where the rules are silent",
        "pl": "nasze rozstrzygnięcie tam, gdzie zasady milczą",
        "cs": "naše rozhodnutí tam, kde pravidla mlčí",
        "sk": "naše rozhodnutie tam, kde pravidlá mlčia",
    },
}
"""Words by what they say, then by language."""

_COMMA: Final = ("hu", "pl", "cs", "sk")
_GAP: Final = re.compile(r"\{(target|fact:[a-z0-9.-]+|card:[a-z0-9.-]+)\}")


def word(name: str, language: str, **values: object) -> str:
    """Return the fixed word ``name`` in ``language`` or in English, its ``{gaps}`` filled with ``values``.

    >>> word("games", "hu", n=2), word("total", "de")
    ('2. játszma', 'Total')
    """
    return text_in(WORDS[name], language).format(**values)


def number(value: Fraction | int, language: str) -> str:
    """Return a number as it is written in a language, with the sign for minus that print has.

    >>> number(Fraction(-7, 2), "hu"), number(20, "en")
    ('−3,5', '20')
    """
    exact = Fraction(value)
    text = str(exact.numerator) if exact.denominator == 1 else f"{float(exact):g}"
    return (text.replace(".", ",") if language in _COMMA else text).replace("-", "−")


def day(iso: str, language: str) -> str:
    """Return a date, ``2026-01-31``, as it is written in a language; empty where it is none.

    >>> day("2026-01-31", "hu"), day("2026-01-31", "cs"), day("2026-01-31", "en"), day("", "en")
    ('2026. 01. 31.', '31. 1. 2026', '2026-01-31', '')
    """
    match = re.match(r"(\d{4})-(\d\d)-(\d\d)", iso)
    if match is None:
        return ""
    year, month, date = match.groups()
    if language == "hu":
        return f"{year}. {month}. {date}."
    if language == "pl":
        return f"{date}.{month}.{year}"
    return f"{int(date)}. {int(month)}. {year}" if language in ("cs", "sk") else match[0]


def filled(text: str, game: Game, language: str, target: int | None = None) -> str:
    """Return a text of the pad with numbers in place of ``{target}``, ``{fact:ID}`` and ``{card:ID}``.

    ``target`` is the one that was played to, where that is known.
    A number that is not known, or that the game does not have, is a question mark: nothing is made up.
    """
    scoring = game.scoring

    def put(match: re.Match[str]) -> str:
        kind, _, name = match[1].partition(":")
        if kind == "card":
            cards = game.cards.cards if game.cards else ()
            value = next((card.value for card in cards if card.id == name), None)
        elif kind == "target" and target is not None:
            value = target
        elif scoring is None:
            value = None
        else:
            fact = scoring.target if kind == "target" else scoring.facts.get(name)
            value = fact.value if fact else None
        return "?" if value is None else number(value, language)

    return _GAP.sub(put, text)
