"""One round settled in words, without a file."""

from __future__ import annotations

from dataclasses import replace

from cardtools.app.desk import Desk
from cardtools.app.round_refusals import told_beside, unspoken
from cardtools.app.scores import Table, spoken
from cardtools.errors import CardtoolsError
from cardtools.model.finding import worst
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Scoresheet


def score_words(desk: Desk, game: str, text: str) -> tuple[Game, Scoresheet]:
    """Score one round in words, such as ``Anna out; Béla r7``.

    Returns:
        The game and the score; where the round is refused its findings end with what was understood and an example.

    Raises:
        CardtoolsError: Where the words are not understood, with the column, what was understood and an example.
    """
    table = Table.of(desk, game)
    try:
        sheet = table.score(spoken(table, table.read(text), {}))
    except CardtoolsError as error:
        told = (*map(unspoken, error.findings), *told_beside(table, text, ()))
        raise CardtoolsError(*told, exit_code=1) from error
    if worst(sheet.findings) == "error":
        sheet = replace(sheet, findings=(*sheet.findings, *told_beside(table, text, ())))
    return table.game, sheet
