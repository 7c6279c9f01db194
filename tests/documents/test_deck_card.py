from __future__ import annotations

from cardtools.app.desk import Desk
from cardtools.app.validation import Validator
from cardtools.documents.deck_card import deck_card
from cardtools.documents.faces import Face

DESK = Desk.open("hu")
LIST = "# name: X\n1 A vadak ura\nSzabálylap:\n1 Elmepajzs\nKövető:\n1 Timera, a szerencse asszonya\n".encode()


def test_the_counts_of_a_deck_card_part_behind_a_dot_only() -> None:
    validator = Validator.prepare(DESK, "hkk")
    deck = validator.read(LIST, "deck.txt")
    back = Face("cards/proxy_back.html.j2", "back", "hu", "hkk", "HKK")
    size = DESK.library.card_size("tcg")
    face = deck_card(validator.info, deck, "HKK", size, "hu", back, name="X").front
    assert (face.text or "").split(" ") == ["Pakli:\u00a01\u00a0·", "Szabálylap:\u00a01\u00a0·", "Követő:\u00a01"]
