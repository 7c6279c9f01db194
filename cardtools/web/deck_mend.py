"""What still stands between a deck and its format, as the page tells it: every edit in a sentence, and why."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from cardtools.app.deck_suggest import Suggestion, suggest
from cardtools.decks.colours import ColourCut
from cardtools.decks.edits import Edit
from cardtools.model.finding import Finding
from cardtools.web.deck_page import DeckPage
from cardtools.web.deck_show import lay
from cardtools.web.pages import Visit
from cardtools.words.catalog import Words

_MOST_EQUAL = 5


async def mend(visit: Visit) -> Response:
    """Answer with the fewest edits that make a deck legal."""
    table = await lay(visit, visit.warm.decks.get(visit.request.path_params["deck"]))
    (found,) = await run_in_threadpool(suggest, table.validator, table.deck)
    values = {"deck": table.kept, **mend_values(visit.words, DeckPage(visit, table.bench), found)}
    return visit.page("deck_mend.html.j2", values)


def mend_values(words: Words, page: DeckPage, found: Suggestion) -> dict[str, Any]:
    """Return what the page shows of a suggestion."""
    ties = [
        words.text("web.mend.tie", count=one.count, zone=page.zone_name(one.zone))
        for one in found.ties
    ]  # fmt: skip
    return {
        "edits": [_edit(words, page, edit) for edit in found.edits],
        "beside": [*(_colours(words, page, cut) for cut in found.colours), *ties],
        "can_do": any(edit.kind != "add" or edit.name is not None for edit in found.edits),
        "reasons": [page.told(_of_this_deck(finding)) for finding in found.reasons.values()],
        "remaining": [page.told(_of_this_deck(finding)) for finding in found.remaining],
        "before": words.text(f"status.{found.before.status}"),
        "after": words.text(f"status.{found.after.status}"),
    }


def _of_this_deck(finding: Finding) -> Finding:
    """Return a finding without the name of a list, which is the deck's own and no file that anybody knows."""
    return finding.model_copy(update={"location": finding.location.model_copy(update={"path": None})})


def _edit(words: Words, page: DeckPage, edit: Edit) -> str:
    zone, to = page.zone_name(edit.zone), page.zone_name(edit.to or "")
    if edit.heading is not None:
        return words.text("web.mend.move-heading", count=edit.count, heading=edit.heading, to=to)
    if edit.kind == "move":
        return words.text("web.mend.move", count=edit.count, name=edit.name or "", zone=zone, to=to)
    if edit.name is None:
        return words.text("web.mend.add", count=edit.count, zone=zone)
    key = "web.mend.cut" if edit.kind == "cut" else "web.mend.add-card"
    line = words.text(key, count=edit.count, name=edit.name, zone=zone)
    return line if edit.full is None else line + words.text("suggest.full", zone=page.zone_name(edit.full))


def _colours(words: Words, page: DeckPage, cut: ColourCut) -> str:
    """Return which colours are given up, and which others would cost no more."""

    def told(colours: tuple[str, ...]) -> str:
        return " + ".join(page.chip(colour).name for colour in colours)

    line = words.text("web.mend.colours", colours=told(cut.cut), lost=cut.lost)
    if cut.equally:
        line += words.text("suggest.equally", others="; ".join(told(other) for other in cut.equally[:_MOST_EQUAL]))
    return line if cut.exact else line + words.text("suggest.not-exact")
