"""Pictures on faces: from the folders that are named and from nowhere else, once in the file, and not too fine."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.render import faces as faces_module
from cardtools.render.faces import Pack, Trim, render_pack
from cardtools.render.html import Templates
from cardtools.render.preflight import preflight
from cardtools.store.cache import Cache
from cardtools.store.workspace import shipped

TEMPLATE = (
    "<img src='{{ face.extra[0][1] }}' style='position:absolute;left:5mm;top:5mm;width:40mm;height:40mm'>"
    "<div style='left:5mm;top:60mm;font-size:9pt'>{{ face.name }}</div>"
)


@pytest.fixture
def templates(tmp_path: Path) -> Templates:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "photo.html.j2").write_text(TEMPLATE)
    return Templates(tmp_path / "templates", shipped("templates"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pictures").mkdir()
    return tmp_path / "pictures"


def noise(path: Path, pixels: int, seed: int = 1) -> Path:
    data = random.Random(seed).randbytes(pixels * pixels * 3)  # noqa: S311 - no secret
    Image.frombytes("RGB", (pixels, pixels), data).save(path)
    return path


def photo(path: Path | str, name: str = "Kard") -> Face:
    url = path.as_uri() if isinstance(path, Path) else path
    picture = str(path) if isinstance(path, Path) else ""
    return Face("photo.html.j2", "front", "hu", "x", "Játék", name=name, picture=picture, extra=(("url", url),))


def made(some: list[Face], templates: Templates, folder: Path, cache: Cache | None = None, dpi: int = 300) -> Pack:
    return render_pack(
        some, Trim(63, 88, 0), templates, lang="hu", title="x", folders=(folder,), dpi=dpi, cache=cache or Cache(None)
    )


def pictures_in(pdf: bytes) -> list[tuple[int, int]]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        streams = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        return [(int(one.Width), int(one.Height)) for one in streams if one.get("/Subtype") == "/Image"]


def test_one_picture_on_90_cards_stands_once_however_many_packs_they_come_from(
    templates: Templates, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces_module, "_WORTH_SPAWNING", 99)
    path = noise(folder / "one.png", 300)
    pack = made([photo(path, f"Lap {number}") for number in range(90)], templates, folder)
    assert pictures_in(pack.pdf) == [(300, 300)]
    assert len(pack.pdf) < 2 * 300 * 300 * 3


def test_a_fine_picture_is_reduced_and_a_coarse_one_is_not(templates: Templates, folder: Path) -> None:
    fine, coarse = noise(folder / "fine.png", 1_500), noise(folder / "coarse.png", 100)
    pack = made([photo(fine, "Finom"), photo(coarse, "Durva")], templates, folder, dpi=200)
    sizes = sorted(pictures_in(pack.pdf))
    assert sizes[0] == (100, 100)
    assert sizes[1][0] == pytest.approx(40 / 25.4 * 200, abs=2)
    assert [verdict.ppi for verdict in pack.verdicts.values()] == pytest.approx([200, 100 / 40 * 25.4], abs=2)
    read = preflight(pack.pdf, [pack], {}, 2)
    assert read.lowest_ppi == pytest.approx(100 / 40 * 25.4, abs=2)
    assert read.findings == ()


def test_another_picture_under_the_same_name_is_laid_out_anew(
    templates: Templates, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "cache").mkdir()
    cache = Cache(tmp_path / "cache")
    path = noise(folder / "one.png", 60)
    first = made([photo(path)], templates, folder, cache)
    assert made([photo(path)], templates, folder, cache).rendered == 0
    noise(path, 60, seed=2)
    second = made([photo(path)], templates, folder, cache)
    assert second.rendered == 1
    assert second.pdf != first.pdf


def test_the_same_pictures_in_another_folder_give_the_same_file(
    templates: Templates, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "others").mkdir()
    here, there = noise(folder / "one.png", 60), noise(tmp_path / "others" / "one.png", 60)
    first = made([photo(here)], templates, folder)
    second = made([photo(there)], templates, tmp_path / "others")
    assert first.pdf == second.pdf


def test_no_picture_from_outside_the_folder_is_printed(templates: Templates, folder: Path, tmp_path: Path) -> None:
    outside = noise(tmp_path / "outside.png", 20)
    (folder / "link.png").symlink_to(outside)
    (folder / "links").symlink_to(tmp_path)
    attacks = (
        outside,
        folder / "link.png",
        folder / "links" / "outside.png",
        f"{folder.as_uri()}/../outside.png",
        f"{folder.as_uri()}/%2e%2e/outside.png",
        "http://127.0.0.1:9/x.png",
        "file:///etc/passwd",
        "ftp://127.0.0.1/x.png",
    )
    for attack in attacks:
        with pytest.raises(CardtoolsError) as caught:
            made([photo(attack)], templates, folder)
        (finding,) = caught.value.findings
        assert finding.code == "print.log"
        assert "not allowed" in str(finding.params["why"])


@pytest.mark.parametrize("harm", ["missing", "folder", "text"])
def test_a_picture_that_cannot_be_read_is_refused_not_left_out(harm: str, templates: Templates, folder: Path) -> None:
    path = folder / "one.png"
    if harm == "folder":
        path.mkdir()
    elif harm == "text":
        path.write_text("no picture")
    with pytest.raises(CardtoolsError) as caught:
        made([photo(path)], templates, folder)
    assert caught.value.findings[0].code == "print.log"
