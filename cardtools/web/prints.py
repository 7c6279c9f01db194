"""The print room: choose a document and its options, watch it being made, look at its pages, take the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.web.deck_tools import file_stem
from cardtools.web.forms import Form, sent_form, whole_number
from cardtools.web.pages import Visit, visited
from cardtools.web.print_documents import DOCUMENTS, Order, document
from cardtools.web.print_options import Option
from cardtools.web.sections import Section
from cardtools.web.workshop import Job, Workshop
from cardtools.words.messages import MESSAGES

_LANGUAGES: Final = {"hu": "magyar", "en": "English", "pl": "polski", "cs": "čeština", "sk": "slovenčina"}
_FIGURES: Final = ("pages", "sheets", "cards", "faces", "smallest_pt", "lowest_ppi")
_MOST_PAGES: Final = 10_000


def _workshop(visit: Visit) -> Workshop:
    workshop: Workshop = visit.request.app.state.workshop
    return workshop


async def _room(visit: Visit) -> Response:
    return visit.page("print.html.j2", await run_in_threadpool(_room_values, visit, {}))


def _room_values(visit: Visit, sent: dict[str, str]) -> dict[str, Any]:
    """Return what the page needs; ``sent`` are fields that stand in the form still where it was refused."""
    desk = visit.desk
    made = document(sent.get("document", "") or visit.query("document")) or DOCUMENTS[0]
    decks = visit.warm.decks.listed()
    games = [game for game in desk.catalog.game_ids() if made.languages(desk, game)] if made.needs == "game" else []
    wanted = sent.get("game", "") or visit.query("game")
    game = wanted if wanted in games else (games[0] if games else "")
    deck_id = sent.get("deck", "") or visit.query("deck")
    if made.needs == "deck":
        chosen = next((one for one in decks if one.id == deck_id), decks[0] if decks else None)
        deck_id, game = (chosen.id, chosen.state.game) if chosen else ("", "")
    languages = made.languages(desk, game) if game or made.needs == "nothing" else ()
    usual = visit.language if visit.language in languages else (languages[0] if languages else "")
    options = [(_label(visit, one.name), one, _fitting(one, sent)) for one in made.options(desk, game)]
    return {
        "documents": [one.id for one in DOCUMENTS],
        "document": made.id,
        "needs": made.needs,
        "games": [(one, text_in(desk.catalog.info(one).name, visit.language)) for one in games],
        "game": game,
        "decks": decks,
        "deck_id": deck_id,
        "languages_of": [(one, _LANGUAGES.get(one, one)) for one in languages],
        "language": sent["language"] if sent.get("language") in languages else usual,
        "options": [one for one in options if not one[1].finer],
        "finer": [one for one in options if one[1].finer],
        "value_word": _value_word(visit),
        "jobs": [(job, _title(visit, job)) for job in _workshop(visit).jobs()],
        "told": [],
        "more": 0,
    }


def _fitting(option: Option, sent: dict[str, str]) -> str:
    return option.checked(sent[option.name]) if option.name in sent else option.default


def _label(visit: Visit, name: str) -> str:
    return visit.words.text(f"web.option.{name}")


def _value_word(visit: Visit) -> Callable[[str, str, str], str]:
    """Return what tells the word of a value of an option; a name such as ``A4`` is its own."""

    def word(option: str, value: str, own: str) -> str:
        key = f"web.option.{option}.{value}" if value else "web.option.usual"
        if own or (value and key not in MESSAGES):
            return own or (value.upper() if option == "paper" and len(value) == len("a4") else value)
        return visit.words.text(key)

    return word


async def _order(visit: Visit) -> Response:
    async with sent_form(visit.request) as form:
        try:
            job_id = await run_in_threadpool(_take, visit, form)
        except CardtoolsError as error:
            values = await run_in_threadpool(_room_values, visit, form.fields)
            told = {"told": [visit.told(finding) for finding in error.findings]}
            return visit.page("print.html.j2", {**values, **told}, 422)
    return visit.go(f"/print/{job_id}")


def _take(visit: Visit, form: Form) -> str:
    made = document(form.text("document"))
    if made is None:
        raise refuse("web.no-such-page", exit_code=1)
    desk = visit.desk
    deck, pool, name, format_id, game = None, None, "", None, ""
    if made.needs == "deck":
        kept = visit.warm.decks.get(form.text("deck"))
        game, name, format_id = kept.state.game, kept.name, kept.state.format
        deck, pool = kept.state.text.encode(), visit.warm.pool_path(kept.state.pool)
    elif made.needs == "game":
        game = desk.catalog.info(form.text("game")).id
    options = {option.name: option.checked(form.text(option.name)) for option in made.options(desk, game)}
    languages = made.languages(desk, game)
    language = form.text("language") if form.text("language") in languages else visit.language
    order = Order(made.id, game, language, options, None, pool, format_id, visit.settings.data)
    about = {"document": made.id, "game": game, "language": language, "name": name, "options": options}
    if made.needs == "deck":
        about["deck"] = form.text("deck")
    return _workshop(visit).order(order, about, deck)


async def _job(visit: Visit) -> Response:
    job = _workshop(visit).job(visit.request.path_params["job"])
    values = _job_values(visit, job)
    if visit.part:
        return HTMLResponse(visit.markup("_job.html.j2", values))
    return visit.page("print_job.html.j2", values)


def _job_values(visit: Visit, job: Job) -> dict[str, Any]:
    figures = [(f"web.figure.{key}", f"{value:g}") for key in _FIGURES if (value := (job.figures or {}).get(key))]
    again = {"document": job.about["document"], "game": job.about["game"], "deck": job.about.get("deck", "")}
    return {
        "job": job,
        "title": _title(visit, job),
        "figures": figures,
        "again": {key: value for key, value in again.items() if value},
        "told": [visit.told(finding) for finding in job.findings[:_MOST_PAGES]],
        "more": 0,
    }


def _title(visit: Visit, job: Job) -> str:
    about = job.about
    game = about["game"]
    if game in visit.desk.catalog.game_ids():
        game = text_in(visit.desk.catalog.info(game).name, visit.language)
    language = _LANGUAGES.get(about["language"], about["language"])
    parts = (visit.words.text(f"web.document.{about['document']}"), game, about.get("name", ""), language)
    return " – ".join(part for part in parts if part)


async def _file(visit: Visit) -> Response:
    job_id = visit.request.path_params["job"]
    job = _workshop(visit).job(job_id)
    content = await run_in_threadpool(_workshop(visit).file, job_id)
    about = job.about
    stem = file_stem(f"{about['game']} {about['document']} {about.get('name', '')} {about['language']}")
    ending, kind = ("zip", "application/zip") if job.is_folder else ("pdf", "application/pdf")
    headers = {"content-disposition": f'attachment; filename="{stem}.{ending}"'}
    return Response(content, media_type=kind, headers=headers)


async def _picture(visit: Visit) -> Response:
    number = whole_number(visit.request.path_params["number"], 0, _MOST_PAGES, 0)
    content = await run_in_threadpool(_workshop(visit).picture, visit.request.path_params["job"], number)
    headers = {"cache-control": "private, max-age=3600"}
    return Response(content, media_type="image/png", headers=headers)


SECTION: Final = Section(
    id="print",
    start="/print",
    routes=(
        Route("/print", visited(_room)),
        Route("/print", visited(_order), methods=["POST"]),
        Route("/print/{job:str}", visited(_job)),
        Route("/print/{job:str}/document", visited(_file)),
        Route("/print/{job:str}/page-{number:str}.png", visited(_picture)),
    ),
)
