"""Cards as their maker wants them: one face a page, one picture a face, or grids for a virtual table."""

from __future__ import annotations

from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.print_output import check_pdf, checked, write_pdf
from cardtools.app.print_run import CardRun, Press, unknown_facts, written_out
from cardtools.errors import refuse
from cardtools.model.printing import Profile, Size
from cardtools.store.targets import check_target_folder


def print_for_maker(desk: Desk, run: CardRun, output: Path | None, options: SheetOptions, press: Press) -> Printed:
    """Print cards by a profile whose output is not sheets.

    Raises:
        CardtoolsError: ``print.profile-size`` where cards have several sizes, or one that the profile does not take;
            and see print_run.
    """
    from cardtools.render.profile_output import hand_in

    profile = options.profile
    assert profile is not None  # noqa: S101 - that is how we came here
    size = _size(run, profile)
    one_file = profile.output == "one-up"
    path = run.path(output, options, ".pdf" if one_file else "")
    if one_file:
        check_pdf(path, desk, run.sources, options.images, preview=options.preview)
    else:
        _check_folder(path, run, options)
    cards = [(front, back if options.backs != "none" else None) for front, back in written_out(run.cards)]
    used = {key for card in cards for key in card}
    faces = [face for face in run.faces if face.key in used]
    draw = press.draw(run, options, len(cards), 0)
    made = hand_in(profile, size, cards, faces, run.templates, run.language, run.title, draw=draw)
    found = (*run.findings, *made.findings, *unknown_facts(run.cards))
    findings = checked(found, strict=options.strict)
    preview: tuple[Path, ...] = ()
    if one_file:
        preview = write_pdf(path, next(iter(made.contents)), preview=options.preview)
    else:
        from cardtools.store.output_folder import write_folder

        write_folder(path, made.names, made.contents)
    return Printed(
        path,
        pages=made.preflight.pages if one_file else len(made.names),
        cards=len(cards),
        faces=len(faces),
        smallest_pt=made.preflight.smallest_pt,
        findings=findings,
        document=run.document,
        game=run.game,
        language=run.language,
        title=run.title,
        files=() if one_file else tuple(path / name for name in made.names),
        preview=preview,
        counts=run.counts,
        rendered=made.preflight.rendered,
        reused=made.preflight.reused,
        lowest_ppi=made.preflight.lowest_ppi,
        profile=profile.id,
    )


def _size(run: CardRun, profile: Profile) -> Size:
    """Return the one size of all cards."""
    sizes = [size for size, _ in run.groups]
    if len(sizes) > 1:
        told = "; ".join(f"{size.width_mm:g} × {size.height_mm:g} mm" for size in sizes)
        raise refuse("print.profile-size", profile=profile.id, sizes=told, exit_code=1)
    return sizes[0]


def _check_folder(path: Path, run: CardRun, options: SheetOptions) -> None:
    if options.preview:
        raise refuse("usage.preview-pictures")
    if path.suffix.lower() == ".pdf":
        raise refuse("file.unwritable", path=path, wording="file.unwritable.many")
    check_target_folder(path, sources=run.sources, pictures=options.images)
