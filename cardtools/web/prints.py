"""The print room: choose a document and its options, watch it being made, look at its pages, take the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from cardtools.app.printing import keep_printer
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.store.files import read_bytes
from cardtools.store.sessions import FILE_LIMIT
from cardtools.web.deck_tools import file_stem
from cardtools.web.forms import Form, Upload, sent_form, which_number
from cardtools.web.pages import Visit, visited
from cardtools.web.print_documents import document
from cardtools.web.print_fields import as_number, checked
from cardtools.web.print_files import FILE_BYTES, with_those_before
from cardtools.web.print_kept import MOST_BYTES, MOST_KEPT
from cardtools.web.print_options import as_sheet_options, offset_options
from cardtools.web.print_order import Document, FileField, Order
from cardtools.web.print_room import (
    SENT_BEFORE,
    every_option,
    language_option,
    number_word,
    room_address,
    room_values,
    sent_before,
    title,
)
from cardtools.web.safety import PAGE_BYTES
from cardtools.web.score_files import path_of
from cardtools.web.sections import Section
from cardtools.web.workshop import Job, Workshop

_FIGURES: Final = ("pages", "sheets", "rows", "skipped", "refused", "cards", "faces", "smallest_pt", "lowest_ppi")
_DECK: Final = "deck.txt"
"""What a list of the table is called as a file; nobody sent it."""
_MOST_PAGES: Final = 10_000
_FORM_BYTES: Final = 100_000_000
_MOST_FILES: Final = 320


def _workshop(visit: Visit) -> Workshop:
    workshop: Workshop = visit.request.app.state.workshop
    return workshop


async def _room(visit: Visit) -> Response:
    sent = dict(visit.request.query_params)
    return visit.page("print.html.j2", await run_in_threadpool(room_values, visit, sent, _workshop(visit)))


async def _order(visit: Visit) -> Response:
    async with sent_form(visit.request, FILE_BYTES, _MOST_FILES) as form:
        try:
            job_id = await run_in_threadpool(_take, visit, form)
        except CardtoolsError as error:
            return await _room_again(visit, form, error)
    return visit.go(f"/print/{job_id}")


async def _choose(visit: Visit) -> Response:
    """Show the form of another document, game or deck, with what stands in it kept."""
    async with sent_form(visit.request) as form:
        before = (form.every.get("document", ("",))[0], form.every.get("game", ("",))[0])
        return visit.go(await run_in_threadpool(room_address, visit, form.fields, before))


async def _room_again(visit: Visit, form: Form, error: CardtoolsError) -> Response:
    """Answer with the form as it was sent, and what was wrong with it."""
    wrong = {str(finding.params["field"]) for finding in error.findings if "field" in finding.params}
    values = await run_in_threadpool(room_values, visit, form.fields, _workshop(visit), wrong)
    told = {"told": [visit.told(finding, values["fields"]) for finding in error.findings]}
    return visit.page("print.html.j2", {**values, **told}, 422)


def _sent(visit: Visit, made: Document, field: FileField, form: Form) -> tuple[Upload, ...]:
    """Return the files of a field, with those sent with an earlier order where they are asked for."""
    before = sent_before(_workshop(visit), made, field.name, form.fields)
    if form.text(f"{SENT_BEFORE}{field.name}") and not before:
        raise refuse("web.print.sent-gone", field=field.name, exit_code=1)
    return with_those_before(field, form.every_file.get(field.name, ()), before)


def _take(visit: Visit, form: Form) -> str:
    made = document(form.text("document"))
    if made is None:
        raise refuse("web.no-such-page", exit_code=1)
    desk = visit.desk
    about = {"document": made.id, "game": "", "name": ""}
    sent = {one.name: _sent(visit, made, one, form) for one in made.files}
    if any(one.required and not sent[one.name] for one in made.files):
        raise refuse("web.no-file", exit_code=1)
    if (many := next((one for one in made.files if len(sent[one.name]) > one.most), None)) is not None:
        raise refuse("web.too-many-files", field=many.name, most=many.most, exit_code=1)
    order = Order(made.id, "", "", {}, data=visit.settings.data)
    if made.needs == "deck":
        kept = visit.warm.decks.get(form.text("deck"))
        state = kept.state
        about |= {"game": state.game, "name": kept.name, "deck": kept.id}
        pool = visit.warm.pool_path(state.pool)
        order = replace(order, game=state.game, pool=pool, format_id=state.format, choices=state.choices)
        order = replace(order, deck_name=kept.name)
        sent["deck"] = (Upload(_DECK, state.text.encode()),)
    elif made.needs != "nothing":
        about["game"] = desk.catalog.info(form.text("game")).id
        order = replace(order, game=about["game"])
    for table in sent.get("table", ()):
        about["name"] = table.name.rpartition(".")[0] or table.name
    asked = language_option(visit, made, order.game)
    options = checked((*every_option(visit, made, order.game), *([asked] if asked.values else [])), form.fields)
    language = options.pop("language", visit.language)
    if "profile" in options:
        as_sheet_options(desk, options)  # refused here, where the form still stands, if it does not go together
    if options.get("pool"):
        order = replace(order, pool=visit.warm.pool_path(options["pool"]))
    if options.get("evening"):
        if sent["session"]:
            raise refuse("web.print.two-evenings", exit_code=1)
        content = read_bytes(path_of(visit.settings, options["evening"]), FILE_LIMIT)
        sent["evening"] = (Upload("evening.jsonl", content),)
    order = replace(order, language=language, options=options)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return _workshop(visit).order(order, {**about, "language": language, "options": options, "at": now}, sent)


async def _keep_printer(visit: Visit) -> Response:
    """Keep how far a printer misses, as it was read off the calibration page."""
    async with sent_form(visit.request) as form:
        try:
            x, y, degrees = (as_number(one) for one in checked(offset_options(), form.fields).values())
            if x is None or y is None:
                raise refuse("web.printers.offset", exit_code=1)
            kept = await run_in_threadpool(keep_printer, form.text("name"), x, y, degrees or 0.0)
        except CardtoolsError as error:
            return await _room_again(visit, form, error)
    return visit.go(f"/print?{urlencode({'document': 'calibration', 'printer': kept.printer.name})}#printers")


async def _job(visit: Visit) -> Response:
    job = _workshop(visit).job(visit.request.path_params["job"])
    values = _job_values(visit, job)
    if visit.part:
        return HTMLResponse(visit.markup("_job.html.j2", values))
    return visit.page("print_job.html.j2", values)


def _job_values(visit: Visit, job: Job) -> dict[str, Any]:
    counted = job.figures or {}
    figures = [(f"web.figure.{key}", number_word(visit, value)) for key in _FIGURES if (value := counted.get(key))]
    about = job.about
    known = about["game"] in visit.desk.catalog.game_ids()
    named = visit.warm.names(visit.language, visit.desk.catalog.info(about["game"])) if known else {}
    return {
        "job": job,
        "title": title(visit, job),
        "figures": figures,
        "again": _again(visit, job) if job.finished else "",
        "told": [visit.told(_placed(finding, about), named) for finding in job.findings],
        "more": 0,
        "most": MOST_KEPT,
        "megabytes": MOST_BYTES // 1_000_000,
    }


def _again(visit: Visit, job: Job) -> str:
    """Return the address of the form as it was for an order, with the files that were sent with it."""
    about = job.about
    made, sent = document(about["document"]), _workshop(visit).sent(job.id)
    fields = {
        **about.get("options", {}),
        **{key: about.get(key, "") for key in ("document", "game", "deck", "language")},
        **{f"{SENT_BEFORE}{one.name}": job.id for one in (made.files if made else ()) if sent.get(one.name)},
    }
    return room_address(visit, fields, (about["document"], about["game"]))


def _placed(finding: Finding, about: Mapping[str, Any]) -> Finding:
    """Return a finding about a deck of the table at the name of the deck, and not at the file that we made of it."""
    place = finding.location
    if place.path != _DECK:
        return finding
    return finding.model_copy(update={"location": place.model_copy(update={"path": about.get("name") or None})})


async def _stop(visit: Visit) -> Response:
    """Stop an order that is not finished."""
    async with sent_form(visit.request):
        job_id = visit.request.path_params["job"]
        await run_in_threadpool(_workshop(visit).stop, job_id)
        return visit.go(f"/print/{job_id}")


async def _file(visit: Visit) -> Response:
    job_id = visit.request.path_params["job"]
    job = _workshop(visit).job(job_id)
    if job.stage == "gone":
        return visit.go(f"/print/{job_id}")  # which says so
    content = await run_in_threadpool(_workshop(visit).file, job_id)
    about = job.about
    stem = file_stem(f"{about['game']} {about['document']} {about.get('name', '')} {about['language']}")
    ending, kind = ("zip", "application/zip") if job.is_folder else ("pdf", "application/pdf")
    headers = {"content-disposition": f'attachment; filename="{stem}.{ending}"'}
    return Response(content, media_type=kind, headers=headers)


async def _picture(visit: Visit) -> Response:
    number = which_number(visit.request.path_params["number"], _MOST_PAGES) or 0
    content = await run_in_threadpool(_workshop(visit).picture, visit.request.path_params["job"], number)
    headers = {"cache-control": "private, max-age=3600"}
    return Response(content, media_type="image/png", headers=headers)


SECTION: Final = Section(
    id="print",
    start="/print",
    routes=(
        Route("/print", visited(_room)),
        Route("/print", visited(_order), methods=["POST"]),
        Route("/print/form", visited(_choose), methods=["POST"]),
        Route("/print/printers", visited(_keep_printer), methods=["POST"]),
        Route("/print/{job:str}", visited(_job)),
        Route("/print/{job:str}/stop", visited(_stop), methods=["POST"]),
        Route("/print/{job:str}/document", visited(_file)),
        Route("/print/{job:str}/page-{number:str}.png", visited(_picture)),
    ),
    limits=(("/print/printers", PAGE_BYTES), ("/print/form", PAGE_BYTES), ("/print", _FORM_BYTES)),
)
