"""The fixed words of forms: registration sheets, setup slips, checklists and verdict lists, by language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtools.model.base import text_in

FORM_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "registration": {
        "hu": "Nevezési lap",
        "en": "Deck registration",
        "pl": "Zgłoszenie talii",
        "cs": "Registrace balíčku",
        "sk": "Registrácia balíčka",
    },
    "setup": {"hu": "Előkészületek", "en": "Setup", "pl": "Przygotowanie", "cs": "Příprava hry", "sk": "Príprava hry"},
    "checklist": {
        "hu": "Ellenőrzőlista",
        "en": "Checklist",
        "pl": "Lista kontrolna",
        "cs": "Kontrolní seznam",
        "sk": "Kontrolný zoznam",
    },
    "verdicts": {
        "hu": "A listák eredménye",
        "en": "Deck check results",
        "pl": "Wyniki kontroli talii",
        "cs": "Výsledky kontroly balíčků",
        "sk": "Výsledky kontroly balíčkov",
    },
    "page": {
        "hu": "{page}. oldal, összesen {pages}",
        "en": "page {page} of {pages}",
        "pl": "strona {page} z {pages}",
        "cs": "strana {page} z {pages}",
        "sk": "strana {page} z {pages}",
    },
    "player": {"hu": "Játékos", "en": "Player", "pl": "Gracz", "cs": "Hráč", "sk": "Hráč"},
    "event": {"hu": "A verseny neve", "en": "Event", "pl": "Turniej", "cs": "Turnaj", "sk": "Turnaj"},
    "date": {"hu": "Dátum", "en": "Date", "pl": "Data", "cs": "Datum", "sk": "Dátum"},
    "deck": {
        "hu": "A pakli neve",
        "en": "Deck name",
        "pl": "Nazwa talii",
        "cs": "Název balíčku",
        "sk": "Názov balíčka",
    },
    "format": {"hu": "Formátum", "en": "Format", "pl": "Format", "cs": "Formát", "sk": "Formát"},
    "code": {
        "hu": "A lista megosztókódja",
        "en": "Share code of this list",
        "pl": "Kod do udostępnienia tej listy",
        "cs": "Kód pro sdílení tohoto seznamu",
        "sk": "Kód na zdieľanie tohto zoznamu",
    },
    "count": {"hu": "Db", "en": "Qty", "pl": "Szt.", "cs": "Ks", "sk": "Ks"},
    "card": {"hu": "Lap", "en": "Card", "pl": "Karta", "cs": "Karta", "sk": "Karta"},
    "colours": {"hu": "Szín", "en": "Colour", "pl": "Kolor", "cs": "Barva", "sk": "Farba"},
    "judge": {"hu": "Bíró", "en": "Judge", "pl": "Sędzia", "cs": "Rozhodčí", "sk": "Rozhodca"},
    "fault": {"hu": "hiba", "en": "fault", "pl": "błąd", "cs": "závada", "sk": "chyba"},
    "tick": {"hu": "jelölőnégyzet", "en": "box to tick", "pl": "pole do zaznaczenia", "cs": "políčko k zaškrtnutí",
             "sk": "políčko na označenie"},
    "unknown-card": {
        "hu": "Ismeretlen lapok",
        "en": "Unknown cards",
        "pl": "Nieznane karty",
        "cs": "Neznámé karty",
        "sk": "Neznáme karty",
    },
    "unknown-type": {
        "hu": "Ismeretlen típusú lapok",
        "en": "Cards of unknown type",
        "pl": "Karty nieznanego typu",
        "cs": "Karty neznámého typu",
        "sk": "Karty neznámeho typu",
    },
    "unknown-colour": {
        "hu": "nem ismert",
        "en": "not known",
        "pl": "nieznany",
        "cs": "není známa",
        "sk": "nie je známa",
    },
    "no-colour": {"hu": "nincs", "en": "none", "pl": "brak", "cs": "žádná", "sk": "žiadna"},
    "sum": {"hu": "Összesen", "en": "Total", "pl": "Razem", "cs": "Celkem", "sk": "Spolu"},
    "counted": {"hu": "megszámolva:", "en": "counted:", "pl": "policzono:", "cs": "spočítáno:", "sk": "spočítané:"},
    "true": {
        "hu": "Ez a lista teljes, és pontosan megegyezik a paklimmal.",
        "en": "This list is complete and is exactly the deck I play.",
        "pl": "Ta lista jest kompletna i dokładnie zgodna z moją talią.",
        "cs": "Tento seznam je úplný a přesně odpovídá mému balíčku.",
        "sk": "Tento zoznam je úplný a presne zodpovedá môjmu balíčku.",
    },
    "checked": {
        "hu": "A bíró ellenőrizte:",
        "en": "Checked by the judge:",
        "pl": "Sprawdzone przez sędziego:",
        "cs": "Zkontrolováno rozhodčím:",
        "sk": "Skontrolované rozhodcom:",
    },
    "before": {
        "hu": "verseny előtt",
        "en": "before the event",
        "pl": "przed turniejem",
        "cs": "před turnajem",
        "sk": "pred turnajom",
    },
    "during": {
        "hu": "verseny közben",
        "en": "during the event",
        "pl": "w trakcie turnieju",
        "cs": "během turnaje",
        "sk": "počas turnaja",
    },
    "sign-player": {
        "hu": "a játékos aláírása",
        "en": "player’s signature",
        "pl": "podpis gracza",
        "cs": "podpis hráče",
        "sk": "podpis hráča",
    },
    "sign-judge": {
        "hu": "a bíró neve és aláírása",
        "en": "judge’s name and signature",
        "pl": "imię i nazwisko oraz podpis sędziego",
        "cs": "jméno a podpis rozhodčího",
        "sk": "meno a podpis rozhodcu",
    },
    "take-out": {"hu": "Maradjon ki", "en": "Take out", "pl": "Wyjmijcie", "cs": "Vyndejte", "sk": "Vyberte"},
    "aside": {
        "hu": "Tegyétek félre",
        "en": "Put aside",
        "pl": "Odłóżcie na bok",
        "cs": "Dejte stranou",
        "sk": "Dajte nabok",
    },
    "given": {
        "hu": "Mindenki kap",
        "en": "Each player gets",
        "pl": "Każdy dostaje",
        "cs": "Každý dostane",
        "sk": "Každý dostane",
    },
    "own": {
        "hu": "Mindenki kap még",
        "en": "Each player also gets",
        "pl": "Każdy dostaje też",
        "cs": "Každý dostane také",
        "sk": "Každý dostane aj",
    },
    "steps": {"hu": "Teendők", "en": "Steps", "pl": "Kolejne kroki", "cs": "Postup", "sk": "Postup"},
    "pack": {
        "hu": "lap játékban",
        "en": "cards in play",
        "pl": "kart w grze",
        "cs": "karet ve hře",
        "sk": "kariet v hre",
    },
    "dealt": {"hu": "lap fejenként", "en": "dealt to each", "pl": "dla każdego", "cs": "každému", "sk": "každému"},
    "in-hand": {"hu": "lap kézben", "en": "in each hand", "pl": "na ręce", "cs": "v ruce", "sk": "v ruke"},
    "opening": {
        "hu": "lap felfordítva",
        "en": "turned up",
        "pl": "do odkrycia",
        "cs": "k otočení",
        "sk": "na otočenie",
    },
    "pile": {
        "hu": "lap marad húzni",
        "en": "left to draw",
        "pl": "do dobierania",
        "cs": "k lízání",
        "sk": "na ťahanie",
    },
    "nothing-out": {
        "hu": "Semmit nem kell kivenni.",
        "en": "Nothing is taken out.",
        "pl": "Niczego się nie wyjmuje.",
        "cs": "Nic se nevyndává.",
        "sk": "Nič sa nevyberá.",
    },
    "box": {
        "hu": "A doboz tartalma",
        "en": "What is in the box",
        "pl": "Zawartość pudełka",
        "cs": "Obsah krabičky",
        "sk": "Obsah krabičky",
    },
    "box-known": {
        "hu": "A programban lévő lapok",
        "en": "The cards that the program has",
        "pl": "Karty, które zna program",
        "cs": "Karty, které program zná",
        "sk": "Karty, ktoré program pozná",
    },
    "cards": {"hu": "lap", "en": "cards", "pl": "kart", "cs": "karet", "sk": "kariet"},
    "split": {
        "hu": "A szabály nem mondja meg, melyikből hány van; írjátok be:",
        "en": "The rules do not say how many of each; write it in:",
        "pl": "Zasady nie mówią, ile jest których; wpiszcie:",
        "cs": "Pravidla neříkají, kolik je kterých; doplňte:",
        "sk": "Pravidlá nehovoria, koľko je ktorých; doplňte:",
    },
    "missing": {"hu": "Hiányzik", "en": "Missing", "pl": "Brakuje", "cs": "Chybí", "sk": "Chýba"},
    "checked-by": {
        "hu": "Ellenőrizte",
        "en": "Checked by",
        "pl": "Sprawdził(a)",
        "cs": "Zkontroloval(a)",
        "sk": "Skontroloval(a)",
    },
    "list": {"hu": "Lista", "en": "List", "pl": "Lista", "cs": "Seznam", "sk": "Zoznam"},
    "verdict": {"hu": "Eredmény", "en": "Verdict", "pl": "Wynik", "cs": "Výsledek", "sk": "Výsledok"},
    "count-of": {"hu": "Lapok", "en": "Cards", "pl": "Karty", "cs": "Karty", "sk": "Karty"},
    "findings": {
        "hu": "Mit találtunk",
        "en": "What was found",
        "pl": "Co znaleziono",
        "cs": "Co se našlo",
        "sk": "Čo sa našlo",
    },
    "lists": {"hu": "lista", "en": "lists", "pl": "list", "cs": "seznamů", "sk": "zoznamov"},
    "nothing-found": {
        "hu": "Nincs hiba.",
        "en": "Nothing is wrong.",
        "pl": "Bez zastrzeżeń.",
        "cs": "Bez závad.",
        "sk": "Bez chýb.",
    },
    "no-list": {
        "hu": "Nem pakli listája, ezért kimaradt: {names}",
        "en": "Left out, being no deck list: {names}",
        "pl": "Pominięto, bo to nie lista talii: {names}",
        "cs": "Vynecháno, není to seznam balíčku: {names}",
        "sk": "Vynechané, nie je to zoznam balíčka: {names}",
    },
    "status.legal": {
        "hu": "szabályos",
        "en": "legal",
        "pl": "zgodna z zasadami",
        "cs": "v pořádku",
        "sk": "v poriadku",
    },
    "status.legal-with-warnings": {
        "hu": "szabályos, figyelmeztetéssel",
        "en": "legal, with warnings",
        "pl": "zgodna z zasadami, z ostrzeżeniami",
        "cs": "v pořádku, s upozorněním",
        "sk": "v poriadku, s upozornením",
    },
    "status.illegal": {
        "hu": "szabálytalan",
        "en": "illegal",
        "pl": "niezgodna z zasadami",
        "cs": "neodpovídá pravidlům",
        "sk": "nezodpovedá pravidlám",
    },
    "status.incomplete": {
        "hu": "hiányos",
        "en": "incomplete",
        "pl": "niekompletna",
        "cs": "neúplný",
        "sk": "neúplný",
    },
    "status.undetermined": {
        "hu": "nem dönthető el",
        "en": "undetermined",
        "pl": "nierozstrzygnięta",
        "cs": "nelze rozhodnout",
        "sk": "nedá sa rozhodnúť",
    },
    "status.unreadable": {
        "hu": "olvashatatlan",
        "en": "unreadable",
        "pl": "nieczytelna",
        "cs": "nečitelný",
        "sk": "nečitateľný",
    },
}  # fmt: skip
"""Words by what they say, then by language."""


def form_word(name: str, language: str, **values: object) -> str:
    """Return the fixed word ``name`` in ``language`` or in English, its ``{gaps}`` filled with ``values``.

    >>> form_word("page", "cs", page=2, pages=3), form_word("setup", "de")
    ('strana 2 z 3', 'Setup')
    """
    return text_in(FORM_WORDS[name], language).format(**values)


def page_words(language: str) -> tuple[str, str, str]:
    """Return what stands before, between and behind the two numbers of "page 2 of 3".

    >>> page_words("en")
    ('page ', ' of ', '')
    """
    before, _, rest = text_in(FORM_WORDS["page"], language).partition("{page}")
    between, _, after = rest.partition("{pages}")
    return before, between, after
