"""What the gallery shows: the command of each document, and which page of it is pictured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

GAMES: Final = ("hkk", "unikornis", "uno", "nepmesek", "panda")
DECKS: Final = "data/games/hkk/decks"
DECK: Final = f"{DECKS}/demo-tournament.txt"
PROTOTYPE: Final = "tests/gallery/prototype.csv"

NINE: Final = {
    "hkk": (
        *("A vadak ura", "Nekromanta csontváz", "Vörös villám", "Pusztító tűz", "Szirén palotaőr"),
        *("A tengerek ura", "Démonölő", "Fényes griff", "Gyevi bíró"),
    ),
    "unikornis": (
        *("baby-unicorn-rainbow", "basic-unicorn-blue", "queen-bee-unicorn", "classy-narwhal", "glitter-tornado"),
        *("rainbow-lasso", "nanny-cam", "neigh", "reference-card"),
    ),
    "uno": (
        *("red-4", "yellow-8", "green-9", "blue-2", "red-draw-two"),
        *("yellow-reverse", "green-skip", "wild-draw-four", "swap-hands"),
    ),
    "nepmesek": ("plus-1", "plus-4", "purple", "pinko", "midnight", "key", "palace", "mirror", "hussar"),
    "panda": (
        *("blue-5", "purple-9", "green-12", "red-13", "blue-10"),
        *("red-10", "purple-dragon", "monkey", "panda"),
    ),
}
"""Nine cards of each game that show what there is; the first seven are its fanned hand."""


@dataclass(frozen=True)
class Piece:
    """A picture of the gallery.

    Attributes:
        name: Of the picture, without ``.png``.
        title: What it shows.
        arguments: Of ``cardtools print``, without the file to write.
        page: Which page of the PDF, or which of the pictures a profile makes, from 1.
        pages: How many from there on stand side by side.
        fan: Whether the cards, printed one a picture, are held fanned as a hand.
    """

    name: str
    title: str
    arguments: tuple[str, ...]
    page: int = 1
    pages: int = 1
    fan: bool = False

    @property
    def command(self) -> str:
        """The document: the first word after ``print``."""
        return self.arguments[0]


def pieces() -> tuple[Piece, ...]:
    """Return all pictures, in the order of the index."""
    return (*_hands(), *_cards(), *_references(), *_pads(), *_around_a_game(), *_of_a_deck(), *_for_makers())


def _only(game: str, how_many: int = 9) -> tuple[str, ...]:
    return (*(word for card in NINE[game][:how_many] for word in ("--only", card)), "--copies", "1")


def _hands() -> Iterator[Piece]:
    for game in GAMES:
        arguments = ("cards", game, "--lang", "hu", "--profile", "mpc-63x88", *_only(game, 7))
        yield Piece(f"hand-{game}-hu", f"{game}: a hand of cards", arguments, fan=True)


def _cards() -> Iterator[Piece]:
    for game in GAMES:
        yield Piece(
            f"cards-{game}-hu", f"{game}: cards and backs", ("cards", game, "--lang", "hu", *_only(game)), pages=2
        )
    yield Piece("cards-uno-sk", "uno: cards in Slovak", ("cards", "uno", "--lang", "sk", *_only("uno")))
    yield Piece(
        "cards-panda-hu-en", "panda: cards in two languages", ("cards", "panda", "--lang", "hu,en", *_only("panda"))
    )
    economy = ("cards", "nepmesek", "--lang", "hu", "--economy", *_only("nepmesek"))
    yield Piece("cards-nepmesek-economy-hu", "nepmesek: cards without grounds of ink", economy)
    fold = ("cards", "unikornis", "--lang", "en", "--backs", "fold", *_only("unikornis", 3))
    yield Piece("cards-unikornis-fold-en", "unikornis: backs across a fold", fold)


def _references() -> Iterator[Piece]:
    for game in GAMES:
        for language in ("hu", "en") if game != "uno" else ("hu", "en", "pl", "cs", "sk"):
            name = f"reference-{game}-{language}"
            yield Piece(name, f"{game}: reference sheet, {language}", ("reference", game, "--lang", language))
    for game, form in (("hkk", "trifold"), ("uno", "pocket")):
        arguments = ("reference", game, "--lang", "hu", "--fold", form)
        yield Piece(f"reference-{game}-{form}-hu", f"{game}: reference sheet as a {form}", arguments)
    for game, form in (("panda", "large"), ("nepmesek", "economy")):
        way = ("reference", game, "--lang", "hu", f"--{form}")
        yield Piece(f"reference-{game}-{form}-hu", f"{game}: reference sheet, --{form}", way)
    a5 = ("reference", "unikornis", "--lang", "hu", "--paper", "a5")
    yield Piece("reference-unikornis-a5-hu", "unikornis: reference sheet on A5", a5)


def _pads() -> Iterator[Piece]:
    for game in GAMES:
        yield Piece(f"scorepad-{game}-hu", f"{game}: score pad", ("scorepad", game, "--lang", "hu"))
    evening = ("scorepad", "uno", "--lang", "hu", "--session", "data/games/uno/examples/evening.yaml")
    yield Piece("scorepad-uno-evening-hu", "uno: score pad of a kept evening", evening)
    yield Piece(
        "scorepad-panda-four-hu", "panda: four pads on a sheet", ("scorepad", "panda", "--lang", "hu", "--n-up", "4")
    )


def _around_a_game() -> Iterator[Piece]:
    for game in GAMES:
        players = ("--players", "2") if game == "unikornis" else ("--players", "4")
        setup = ("setup", game, "--lang", "hu", *(players if game != "hkk" else ()))
        yield Piece(f"setup-{game}-hu", f"{game}: setup slip", setup)
        yield Piece(f"checklist-{game}-hu", f"{game}: checklist of the box", ("checklist", game, "--lang", "hu"))


def _of_a_deck() -> Iterator[Piece]:
    judged = ("-g", "hkk", "--lang", "hu", "--on", "2025-06-01")
    yield Piece("proxies-hkk-hu", "hkk: proxies of a deck", ("proxies", DECK, "-g", "hkk", "--lang", "hu"), pages=2)
    registration = ("registration", DECK, *judged, "-f", "tournament", "--date", "2025-06-01")
    yield Piece("registration-hkk-hu", "hkk: registration sheet", registration)
    yield Piece(
        "verdicts-hkk-hu", "hkk: verdicts on a folder of lists", ("verdicts", DECKS, *judged, "-f", "tournament")
    )


def _for_makers() -> Iterator[Piece]:
    table = ("cards", PROTOTYPE, "--lang", "hu")
    yield Piece("prototype-hu", "a prototype of your own, from a table", table, pages=2)
    yield Piece("calibration-hu", "calibration of a printer", ("calibration", "--lang", "hu"), pages=2)
    yield Piece("profile-tts-hu", "Tabletop Simulator: a grid", ("cards", "uno", "--lang", "hu", "--profile", "tts"))
    for profile, game in (("mpc-poker", "panda"), ("tgc-poker", "uno"), ("mpc-63x88", "nepmesek")):
        face = ("cards", game, "--lang", "hu", "--profile", profile, *_only(game, 4))
        yield Piece(f"profile-{profile}-hu", f"{profile}: a picture a face, bleed included", face, pages=4)
    one_up = ("cards", "unikornis", "--lang", "hu", "--profile", "mbprint-63x88", *_only("unikornis", 2))
    yield Piece("profile-mbprint-63x88-hu", "mbprint-63x88: a page a face", one_up, pages=4)
    letter = ("cards", "hkk", "--lang", "hu", "--profile", "home-letter", *_only("hkk"))
    yield Piece("profile-home-letter-hu", "home-letter: a sheet on Letter", letter)
    sheet = ("cards", "panda", "--lang", "en", "--profile", "home-a4", *_only("panda"))
    yield Piece("profile-home-a4-en", "home-a4: a sheet on A4", sheet)
