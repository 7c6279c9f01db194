"""The score table: evenings begun, entered by tapping or in words, corrected, explained and taken away."""

from __future__ import annotations

from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cardtools.app import sessions
from cardtools.app.best import best_of
from cardtools.app.evening_files import Kept, look
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.store.sessions import FILE_LIMIT
from cardtools.web.forms import Form, sent_form, which_number
from cardtools.web.kept_rows import moment
from cardtools.web.pages import Visit, visited
from cardtools.web.score_begin import begin, list_values, told_values
from cardtools.web.score_best import best_values
from cardtools.web.score_exports import FORMS, exported
from cardtools.web.score_files import Late, bring, change, path_of, step_of
from cardtools.web.score_show import Draft, entry_key, evening_values, preview_values
from cardtools.web.sections import Section

_ROOM_BYTES: Final = 400_000
"""What a form with a file has besides the file."""
_LONGEST: Final = 8000
"""Letters of a round in words, as of a session file."""
_MOST_ROUNDS: Final = 999
_LAST_STEP: Final = 10**8


async def _list(visit: Visit) -> Response:
    return visit.page("score_list.html.j2", await run_in_threadpool(list_values, visit))


async def _begin(visit: Visit) -> Response:
    async with sent_form(visit.request) as form:
        if form.text("pick"):
            return visit.page("score_list.html.j2", await run_in_threadpool(list_values, visit, form))
        try:
            evening = await run_in_threadpool(begin, visit, form)
        except CardtoolsError as error:
            return visit.page("score_list.html.j2", told_values(visit, form, error), 422)
    return visit.go(f"/scores/{evening}")


async def _bring(visit: Visit) -> Response:
    async with sent_form(visit.request, FILE_LIMIT) as form:
        upload = form.file("file")
        if upload is None:
            raise refuse("web.no-file", exit_code=1)
        evening = await run_in_threadpool(bring, visit.settings, visit.desk, upload.content)
    return visit.go(f"/scores/{evening}")


async def _show(visit: Visit) -> Response:
    evening = visit.request.path_params["evening"]
    kept = await run_in_threadpool(look, visit.desk, path_of(visit.settings, evening))
    if visit.part == "step":
        return HTMLResponse(str(step_of(kept.log)))
    n = which_number(visit.query("round", 6), _MOST_ROUNDS)
    return _answer(visit, evening, kept, Draft(n, visit.query("words", _LONGEST)))


async def _enter(visit: Visit) -> Response:
    """Change an evening; a change from an earlier step is told and stays in the form."""
    evening = visit.request.path_params["evening"]
    path = path_of(visit.settings, evening)
    async with sent_form(visit.request) as form:
        if visit.part == "preview":
            return await _preview(visit, evening, form)
        do, words = form.text("do", 20), form.text("words", _LONGEST)
        n = form.which("n", _MOST_ROUNDS)
        draft = Draft(n if do == "correct" else None, words if do in ("add", "correct") else "")
        try:
            kept = await run_in_threadpool(_changed, visit, evening, form)
        except Late as late:
            if not late.same:
                told = Finding(code="web.score.late", severity="warning")
                return _answer(visit, evening, late.kept, _late(draft, told), status=409)
            kept, said = late.kept, visit.words.text("web.score.same")
        except CardtoolsError as error:
            kept = await run_in_threadpool(look, visit.desk, path)
            refused = Draft(draft.n, draft.words, error.findings)
            return _answer(visit, evening, kept, refused, status=422)
        else:
            said = _said(visit, kept, do)
    if visit.part:
        return _answer(visit, evening, kept, Draft(), said)
    return visit.go(f"/scores/{evening}")


def _late(draft: Draft, told: Finding) -> Draft:
    return Draft(draft.n, draft.words, (told,), late=bool(draft.words))


def _changed(visit: Visit, evening: str, form: Form) -> Kept:
    """Make the change that a form asks for.

    Raises:
        Late: Where another window was first.
        CardtoolsError: Where it cannot be.
    """
    desk, path = visit.desk, path_of(visit.settings, evening)
    do, words, seen = form.text("do", 20), form.text("words", _LONGEST), form.number("step", 0, _LAST_STEP, 0)
    n = form.which("n", _MOST_ROUNDS) or 0
    if do == "note":
        about = form.which("round", _MOST_ROUNDS) or None  # 0 is the whole evening
        return sessions.note(desk, path, form.text("note", _LONGEST), about)
    if do == "add":
        return change(desk, path, seen, (n, words), partial(sessions.add_round, desk, path, words))
    if do == "correct":
        return change(desk, path, seen, (n, words), partial(sessions.correct_round, desk, path, n, words))
    make = {"undo": sessions.undo, "redo": sessions.redo}.get(do)
    if make is None:
        raise refuse("web.broken-form", exit_code=1)
    return change(desk, path, seen, None, partial(make, desk, path))


def _said(visit: Visit, kept: Kept, do: str) -> str:
    """Return what is announced after a change."""
    told = kept.change
    if told is None:
        return visit.words.text("web.score.noted")
    key = {"add": "web.score.counted", "correct": "web.score.corrected"}.get(do)
    if key is not None:
        key += entry_key(kept.table)
    else:
        part = "taken-back" if kept.taken_back else "again"
        key = f"session.{part}{'' if told.before is None else '.correction'}"
    return visit.words.text(key, n=told.n)


async def _preview(visit: Visit, evening: str, form: Form) -> Response:
    kept = await run_in_threadpool(look, visit.desk, path_of(visit.settings, evening))
    words, n = form.text("words", _LONGEST), form.which("n", _MOST_ROUNDS)
    n = n if form.text("do", 20) == "correct" else None
    values = await run_in_threadpool(preview_values, visit, kept, words, n) if words else {"empty": True}
    return HTMLResponse(visit.markup("_score_preview.html.j2", {"empty": False, **values}))


def _answer(visit: Visit, evening: str, kept: Kept, draft: Draft, said: str = "", status: int = 200) -> Response:
    values = evening_values(visit, evening, kept, draft, said)
    if visit.part:
        return HTMLResponse(visit.markup("_score_evening.html.j2", values), status)
    return visit.page("score_show.html.j2", values, status)


async def _best(visit: Visit) -> Response:
    """Answer with the best laying of loose cards, as a page or a part of one."""
    evening = visit.request.path_params["evening"]
    kept = await run_in_threadpool(look, visit.desk, path_of(visit.settings, evening))
    cards, player = visit.query("cards", _LONGEST), visit.query("player")
    best = await run_in_threadpool(best_of, visit.desk, kept.game.info.id, cards) if cards else None
    values = {"evening": evening, "cards": cards, "player": player, **best_values(visit, best)}
    if visit.part:
        return HTMLResponse(visit.markup("_score_best.html.j2", values))
    return visit.page("score_best.html.j2", values)


async def _file(visit: Visit) -> Response:
    evening, form = visit.request.path_params["evening"], visit.request.path_params["form"]
    kept = await run_in_threadpool(look, visit.desk, path_of(visit.settings, evening))
    content = await run_in_threadpool(exported, kept, visit.desk, form)
    name = f"{kept.game.info.id}-{moment(kept.log.new.at)[:10]}.{form}"
    return Response(content, media_type=FORMS[form], headers={"content-disposition": f'attachment; filename="{name}"'})


SECTION: Final = Section(
    id="scores",
    start="/scores",
    routes=(
        Route("/scores", visited(_list)),
        Route("/scores", visited(_begin), methods=["POST"]),
        Route("/scores/import", visited(_bring), methods=["POST"]),
        Route("/scores/{evening:str}", visited(_show)),
        Route("/scores/{evening:str}", visited(_enter), methods=["POST"]),
        Route("/scores/{evening:str}/best", visited(_best)),
        Route("/scores/{evening:str}/file/{form:str}", visited(_file)),
    ),
    limits=(("/scores/import", FILE_LIMIT + _ROOM_BYTES),),
)
