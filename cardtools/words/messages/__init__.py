"""Every message of the program in English, by key: the code of a finding, or a finer wording of it.

Values are filled in by name. The other languages stand in ``locales``; the key is the context of each message.
"""

from __future__ import annotations

from typing import Final

from cardtools.words.messages.cards import DECK, POOL
from cardtools.words.messages.decks import BUILDER, SHARE
from cardtools.words.messages.evenings import EVENING
from cardtools.words.messages.files import DATA, FILES, USAGE
from cardtools.words.messages.pages import WEB
from cardtools.words.messages.printing import PRINT
from cardtools.words.messages.program import PROGRAM
from cardtools.words.messages.scores import SCORE, SESSION
from cardtools.words.messages.tables import WHY
from cardtools.words.messages.told import HINTS, TOLD

MESSAGES: Final[dict[str, str]] = {
    **FILES, **DATA, **USAGE, **POOL, **DECK, **SHARE, **SCORE, **SESSION, **PRINT,
    **HINTS, **TOLD, **BUILDER, **WHY, **WEB, **EVENING, **PROGRAM,
}  # fmt: skip
