from __future__ import annotations

import io
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageCms, WebPImagePlugin

from cardtools.model.finding import Finding, Location
from cardtools.store.picture_files import bytes_of_unpacking, prepare
from cardtools.store.picture_library import Hit, PictureLibrary, key_of
from cardtools.store.pictures import Box, Picture, PictureDesk, PictureError, picture_desk
from cardtools.words.catalog import Words
from tests.factories import refused

HERE = Location(path="lapok.csv", line=2)
CARD = Box(63, 88)
WHOLE = Box(63, 88, fills=False)


@pytest.fixture
def images(tmp_path: Path) -> Path:
    folder = tmp_path / "képek"
    folder.mkdir()
    return folder


@pytest.fixture
def desk() -> Iterator[PictureDesk]:
    with picture_desk(300) as lent:
        yield lent


def file_of(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def put(folder: Path, name: str, size: tuple[int, int] = (800, 1100), colour: str = "red") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(file_of(Image.new("RGB", size, colour)))
    return path


def opened(content: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(content))
    picture.load()
    return picture


def near(one: object, other: tuple[int, ...], by: int = 6) -> bool:
    assert isinstance(one, tuple)
    return all(abs(int(a) - b) <= by for a, b in zip(one, other, strict=True))


def found(library: PictureLibrary, written: str, *names: str) -> Hit:
    return library.find(written, names, HERE)


def prepared(desk: PictureDesk, path: Path, box: Box = CARD) -> Picture:
    ready = desk.prepare(path, box, HERE)
    assert isinstance(ready, Picture)
    return ready


def why_not(desk: PictureDesk, path: Path) -> str:
    finding = desk.prepare(path, CARD, HERE)
    assert isinstance(finding, Finding)
    assert finding.severity == "warning"
    assert finding.location == HERE
    return finding.key


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Tűzmadár", "tuzmadar.png"), ("Tűz madár 2", "tuz_madar-2.jpg"), ("h-01", "H_01.JPEG"),
        ("tuzmadar", "TŰZMADÁR.webp"), ("a.b", "a.b.gif"),
    ],
)  # fmt: skip
def test_a_card_finds_its_picture_by_name_without_case_accents_and_signs_between(
    name: str, file: str, images: Path
) -> None:
    path = put(images, file)
    assert found(PictureLibrary(images), "", "nincs", name).path == path


def test_the_id_counts_before_the_name_and_the_cell_before_both(images: Path) -> None:
    by_name, by_id, by_cell = (put(images, name) for name in ("sarkany.png", "7.png", "mas.png"))
    library = PictureLibrary(images)
    assert found(library, "", "7", "Sárkány").path == by_id
    assert found(library, "", "", "Sárkány").path == by_name
    assert found(library, "mas.png", "7", "Sárkány").path == by_cell
    assert found(library, "MAS", "7").path == by_cell


def test_a_card_without_a_picture_is_no_finding(images: Path) -> None:
    assert found(PictureLibrary(images), "", "7", "Sárkány", "", "- _") == Hit(None)


def test_a_cell_may_name_a_picture_below_the_folder_or_beside_the_table(images: Path, tmp_path: Path) -> None:
    below, beside = put(images, "art/k.png"), put(tmp_path, "mellette.png")
    library = PictureLibrary(images, tmp_path)
    assert found(library, "art/k.png").path == below
    assert found(library, "mellette.png").path == beside
    assert found(library, "", "mellette") == Hit(None)


@pytest.mark.parametrize("written", ["kep.PNG", "Kep.png", "KÉP.png", "nincs.png", "art/nincs.jpg", "nincs"])
def test_a_missing_file_and_a_wrong_case_are_named(written: str, images: Path) -> None:
    put(images, "kep.png")
    hit = found(PictureLibrary(images), written)
    assert hit.path is None
    assert hit.finding is not None
    assert (hit.finding.code, hit.finding.severity) == ("print.picture-missing", "warning")
    assert hit.finding.params["picture"] == written
    assert hit.finding.suggestions == (("kep.png",) if key_of(written) == "kep" else ())


def test_two_pictures_of_one_name_are_ambiguous_until_one_is_named(images: Path) -> None:
    path = put(images, "kard.png")
    put(images, "Kárd.jpg")
    hit = found(PictureLibrary(images), "", "Kard")
    assert hit.finding is not None
    assert (hit.finding.code, hit.finding.suggestions) == ("print.picture-ambiguous", ("Kárd.jpg", "kard.png"))
    assert found(PictureLibrary(images), "kard.png").path == path


@pytest.mark.parametrize("written", ["rajz.svg", "rajz.pdf", "rajz.tiff", "rajz.bmp", "rajz.exe"])
def test_other_kinds_of_files_are_refused_by_name(written: str, images: Path) -> None:
    (images / written).write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    hit = found(PictureLibrary(images), written)
    assert (hit.path, hit.finding and hit.finding.code) == (None, "print.picture-kind")


ATTACKS = (
    "../titok.png", "..\\titok.png", "art/../../titok.png", "/etc/passwd", "/etc/passwd.png", "C:\\titok.png",
    "C:titok.png", "\\\\server\\titok.png", "file:///etc/passwd", "FILE:///etc/passwd", "http://example.com/a.png",
    "https://example.com/a.png", "data:image/png;base64,AAAA", "ftp://example.com/a.png", "~/titok.png",
    "a.png\0.jpg", "//example.com/a.png",
)  # fmt: skip


@pytest.mark.parametrize("written", ATTACKS)
def test_a_name_that_leads_out_of_the_folder_is_refused_by_name(written: str, images: Path, tmp_path: Path) -> None:
    put(tmp_path, "titok.png")
    hit = found(PictureLibrary(images), written)
    assert hit.path is None
    assert hit.finding is not None
    assert (hit.finding.code, hit.finding.severity) == ("print.picture-outside", "error")
    assert hit.finding.params["picture"] == written


@pytest.mark.parametrize("asked", [("link.png",), ("", "link"), ("mappa/titok.png",)])
def test_a_link_out_of_the_folder_is_refused(asked: tuple[str, ...], images: Path, tmp_path: Path) -> None:
    put(tmp_path / "kint", "titok.png")
    (images / "link.png").symlink_to(tmp_path / "kint" / "titok.png")
    (images / "mappa").symlink_to(tmp_path / "kint")
    hit = found(PictureLibrary(images), *asked)
    assert (hit.path, hit.finding and hit.finding.code) == (None, "print.picture-outside")


def test_a_link_within_the_folder_is_followed(images: Path, desk: PictureDesk) -> None:
    path = put(images, "igazi.png")
    (images / "masik.png").symlink_to("igazi.png")
    hit = found(PictureLibrary(images), "masik.png")
    assert hit.path == path
    assert prepared(desk, path).path.is_file()


def test_a_link_put_in_place_of_a_file_after_it_was_found_is_not_followed(
    images: Path, tmp_path: Path, desk: PictureDesk
) -> None:
    secret, path = put(tmp_path, "titok.png"), put(images, "kep.png")
    hit = found(PictureLibrary(images), "kep.png")
    path.unlink()
    path.symlink_to(secret)
    assert hit.path is not None
    assert why_not(desk, hit.path) == "print.picture-broken.missing"


def test_a_folder_that_is_called_like_a_picture_is_named(images: Path, desk: PictureDesk) -> None:
    (images / "kep.png").mkdir()
    for asked in (("kep.png",), ("", "kep")):
        hit = found(PictureLibrary(images), *asked)
        assert hit.path is not None
        assert why_not(desk, hit.path) == "print.picture-broken.folder"


def test_a_device_is_named_and_never_waited_for(images: Path, desk: PictureDesk) -> None:
    os.mkfifo(images / "kep.png")
    hit = found(PictureLibrary(images), "kep.png")
    assert hit.path is not None
    assert why_not(desk, hit.path) == "print.picture-broken.special"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_a_picture_cut_short_is_named(kind: str, share: float, images: Path, desk: PictureDesk) -> None:
    content = file_of(Image.effect_noise((200, 280), 60), kind)
    path = images / "kep.png"
    path.write_bytes(content[: int(len(content) * share)])
    assert why_not(desk, path) == "print.picture-broken.broken"


@pytest.mark.parametrize(
    "content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n", b"<svg/>", b"%PDF-1.7", b"BM" + b"\0" * 60]
)
def test_what_is_no_picture_is_named(content: bytes, images: Path, desk: PictureDesk) -> None:
    path = images / "kep.png"
    path.write_bytes(content)
    assert why_not(desk, path) == "print.picture-broken.broken"


@pytest.mark.parametrize("size", [(40_000, 100), (20_000, 20_000), (12_000, 12_000)])
def test_a_picture_that_would_fill_the_memory_is_refused_unopened(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError) as caught:
        prepare(png_head(size), (744, 1039), fills=True)
    assert caught.value.why == "pixels"
    assert caught.value.params == {"kind": "PNG", "width": size[0], "height": size[1], "most": 120, "side": 30_000}


def png_head(size: tuple[int, int]) -> bytes:
    """Return a PNG that promises so many pixels and has none."""
    import struct
    import zlib

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", *size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_the_size_of_a_picture_refused_is_told(images: Path, desk: PictureDesk) -> None:
    path = images / "bomba.png"
    path.write_bytes(png_head((12_000, 12_000)))
    found = desk.prepare(path, Box(63, 88), Location())
    assert isinstance(found, Finding)
    assert (found.code, found.wording) == ("print.picture-broken", "print.picture-broken.pixels")
    told = Words("en").message(found)
    assert "12000 × 12000 pixels" in told
    assert "at most 120 million for PNG" in told


@pytest.mark.parametrize(
    ("kind", "mode", "how", "beside"),
    [
        ("PNG", "RGB", {}, 0),
        ("JPEG", "RGB", {}, 0),
        ("JPEG", "RGB", {"progressive": True, "subsampling": 0}, 6),  # 3 coefficients of 2 bytes a pixel
        ("JPEG", "RGB", {"progressive": True, "subsampling": 2}, 3),  # 1 + 1/4 + 1/4 of them
        ("JPEG", "L", {"progressive": True}, 2),
        ("JPEG", "CMYK", {"progressive": True, "subsampling": 0}, 8),
        ("WEBP", "RGB", {"lossless": True}, 12),
        ("GIF", "P", {}, 2),
    ],
)
def test_the_memory_that_a_decoder_takes_beside_the_picture_is_known(
    kind: str, mode: str, how: dict[str, object], beside: int
) -> None:
    stream = io.BytesIO()
    Image.new(mode, (400, 300), 7 if mode in ("L", "P") else (7,) * len(mode)).save(stream, kind, **how)
    content = stream.getvalue()
    file_too = len(content) if kind == "WEBP" else 0
    with Image.open(io.BytesIO(content)) as picture:
        assert bytes_of_unpacking(picture, content) == beside * 400 * 300 + file_too


def test_a_jpeg_of_one_scan_a_layer_is_as_dear_as_a_progressive_one() -> None:
    stream = io.BytesIO()
    Image.new("RGB", (400, 300), (7, 7, 7)).save(stream, "JPEG", subsampling=0)
    content = bytearray(stream.getvalue())
    content[content.index(b"\xff\xda") + 4] = 1  # its first scan holds one of three layers
    with Image.open(io.BytesIO(bytes(content))) as picture:
        assert bytes_of_unpacking(picture, bytes(content)) == 6 * 400 * 300


def test_a_small_webp_of_very_many_pixels_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    Image.new("RGB", (2000, 1000), (7, 7, 7)).save(stream, "WEBP", lossless=True)
    assert prepare(stream.getvalue(), (744, 1039), fills=True).content
    monkeypatch.setattr("cardtools.store.picture_files._MEMORY", 16 * 2000 * 1000)
    monkeypatch.setattr(WebPImagePlugin.WebPImageFile, "load", lambda _: pytest.fail("it was unpacked"))
    with pytest.raises(PictureError) as caught:
        prepare(stream.getvalue(), (744, 1039), fills=True)
    assert caught.value.why == "pixels"
    assert caught.value.params["kind"] == "WEBP"


def test_art_of_9000_by_12600_pixels_is_reduced_to_what_the_print_needs(images: Path, desk: PictureDesk) -> None:
    path = images / "nagy.png"
    path.write_bytes(file_of(Image.new("L", (9000, 12600), 90)))
    assert path.stat().st_size < 1_000_000
    ready = {prepared(desk, path).path for _ in range(90)}
    assert len(ready) == 1
    assert len(list(desk.folder.iterdir())) == 1
    picture = opened(ready.pop().read_bytes())
    assert picture.size == (744, 1039)
    assert picture.getpixel((300, 300)) == 90


def test_a_small_picture_is_never_enlarged_and_its_real_resolution_is_told(images: Path, desk: PictureDesk) -> None:
    path = put(images, "kicsi.png", (248, 346))
    ready = prepared(desk, path)
    assert opened(ready.path.read_bytes()).size == (248, 346)
    assert ready.ppi == pytest.approx(100, abs=0.3)
    (warning,) = desk.remarks(ready, "kicsi.png", HERE)
    assert (warning.code, warning.severity) == ("print.picture-low", "warning")
    assert (warning.params["ppi"], warning.params["dpi"]) == (100, 300)
    assert desk.remarks(prepared(desk, put(images, "eleg.png", (744, 1039))), "eleg.png", HERE) == ()


def test_a_picture_of_which_much_is_cut_off_is_told_unless_it_is_kept_whole(images: Path, desk: PictureDesk) -> None:
    path = put(images, "szeles.png", (4000, 1400))
    (told,) = desk.remarks(prepared(desk, path), "szeles.png", HERE)
    assert (told.code, told.severity, told.params["percent"]) == ("print.picture-cut", "info", 75)
    assert desk.remarks(prepared(desk, path, WHOLE), "szeles.png", HERE) == ()


def test_the_resolution_asked_for_is_kept(images: Path) -> None:
    path = put(images, "kep.png", (3000, 4200))
    with picture_desk(150) as desk:
        assert opened(prepared(desk, path).path.read_bytes()).size == (372, 520)


@pytest.mark.parametrize("size", [(2000, 1100), (800, 3000), (63, 88), (1, 1), (5, 4000)])
def test_a_picture_fills_its_box_about_its_middle_or_is_kept_whole(
    size: tuple[int, int], images: Path, desk: PictureDesk
) -> None:
    path = put(images, "kep.png", size)
    cut = opened(prepared(desk, path).path.read_bytes()).size
    assert cut[0] <= 744
    assert cut[1] <= 1039
    if min(size) > 60:
        assert cut[0] / cut[1] == pytest.approx(63 / 88, rel=0.03)
        whole = opened(prepared(desk, path, WHOLE).path.read_bytes()).size
        assert whole[0] / whole[1] == pytest.approx(size[0] / size[1], rel=0.03)


def test_the_middle_of_a_picture_is_what_is_kept() -> None:
    picture = Image.new("RGB", (3000, 1000), "blue")
    picture.paste("red", (1200, 0, 1800, 1000))
    ready = opened(prepare(file_of(picture), (500, 1000), fills=True).content)
    assert ready.size == (500, 1000)
    assert near(ready.convert("RGB").getpixel((10, 500)), (255, 0, 0))
    assert near(ready.convert("RGB").getpixel((490, 500)), (255, 0, 0))


def halves(size: tuple[int, int] = (400, 200)) -> Image.Image:
    """Return a picture that is blue on its left, red on its right, and green in its upper left corner."""
    picture = Image.new("RGB", size, "red")
    picture.paste("blue", (0, 0, size[0] // 2, size[1]))
    picture.paste("lime", (0, 0, size[0] // 4, size[1] // 4))
    return picture


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_turned_upright_as_its_camera_says(orientation: int, kind: str) -> None:
    turned = {
        1: [], 2: [Image.Transpose.FLIP_LEFT_RIGHT], 3: [Image.Transpose.ROTATE_180],
        4: [Image.Transpose.FLIP_TOP_BOTTOM], 5: [Image.Transpose.TRANSPOSE], 6: [Image.Transpose.ROTATE_90],
        7: [Image.Transpose.TRANSVERSE], 8: [Image.Transpose.ROTATE_270],
    }  # fmt: skip
    stored = halves()
    for turn in turned[orientation]:
        stored = stored.transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    for pixels, size in (((400, 200), (400, 200)), ((100, 50), (100, 50))):
        ready = prepare(file_of(stored, kind, exif=exif, quality=95), pixels, fills=True)
        picture = opened(ready.content).convert("RGB")
        assert picture.size == size
        assert ready.source_px == pytest.approx((400, 200))
        width, height = size
        assert near(picture.getpixel((width // 8, height // 8)), (0, 255, 0), 40)
        assert near(picture.getpixel((width // 3, height * 3 // 4)), (0, 0, 255), 40)
        assert near(picture.getpixel((width * 3 // 4, height // 2)), (255, 0, 0), 40)
        assert not picture.getexif()


@pytest.mark.parametrize(
    ("picture", "kind", "colour"),
    [
        (Image.new("CMYK", (300, 300), (0, 255, 255, 0)), "JPEG", (255, 0, 0)),
        (Image.new("CMYK", (300, 300), (0, 0, 0, 0)), "JPEG", (255, 255, 255)),
        (Image.new("L", (300, 300), 77), "PNG", (77, 77, 77)),
        (Image.new("L", (300, 300), 77), "JPEG", (77, 77, 77)),
        (Image.new("1", (300, 300), 1), "PNG", (255, 255, 255)),
        (Image.new("I;16", (300, 300), 257 * 100), "PNG", (100, 100, 100)),
        (Image.new("P", (300, 300), 0), "GIF", (0, 0, 0)),
        (Image.new("RGB", (300, 300), (9, 99, 199)), "WEBP", (9, 99, 199)),
    ],
    ids=["cmyk", "cmyk-white", "grey", "grey-jpeg", "bitmap", "16-bit", "palette", "webp"],
)
@pytest.mark.parametrize("side", [300, 70, 31])
def test_every_kind_of_colour_comes_out_as_on_the_screen(
    picture: Image.Image, kind: str, colour: tuple[int, int, int], side: int
) -> None:
    ready = opened(prepare(file_of(picture, kind), (side, side), fills=True).content)
    assert ready.mode in ("RGB", "L")
    assert near(ready.convert("RGB").getpixel((side // 2, side // 2)), colour)


def test_a_colour_profile_is_applied_and_left_out() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    ready = opened(prepare(file_of(halves(), "JPEG", icc_profile=profile, quality=95), (400, 200), fills=True).content)
    assert "icc_profile" not in ready.info
    assert near(ready.getpixel((300, 100)), (255, 0, 0))
    broken = file_of(halves(), "PNG", icc_profile=b"broken")
    assert near(
        opened(prepare(broken, (400, 200), fills=True).content).convert("RGB").getpixel((300, 100)), (255, 0, 0)
    )


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
@pytest.mark.parametrize("side", [300, 70])
def test_what_is_transparent_stays_transparent(mode: str, side: int) -> None:
    picture = Image.new("RGBA", (300, 300), (255, 0, 0, 0))
    picture.paste((200, 10, 10, 255), (0, 0, 150, 300))
    content = file_of(picture.convert(mode) if mode != "P" else picture.quantize(8))
    ready = prepare(content, (side, side), fills=True)
    shown = opened(ready.content)
    assert (shown.mode, ready.ending) == ("RGBA", ".png")
    alphas = [shown.getpixel((place, side // 2)) for place in (side // 4, side * 3 // 4)]
    assert [pixel[3] for pixel in alphas if isinstance(pixel, tuple)] == [255, 0]


def test_the_first_picture_of_an_animation_counts() -> None:
    frames = [Image.new("RGB", (50, 50), colour) for colour in ("red", "blue")]
    content = file_of(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert near(opened(prepare(content, (50, 50), fills=True).content).convert("RGB").getpixel((9, 9)), (255, 0, 0))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_same_picture_gives_the_same_bytes_whatever_it_is_called(kind: str, images: Path) -> None:
    content = file_of(Image.effect_noise((900, 1300), 50).convert("RGB"), kind)
    names = []
    for name in ("egyik.png", "masik.jpg"):
        (images / name).write_bytes(content)
        os.utime(images / name, (time.time() - 10_000,) * 2)
        with picture_desk() as desk:
            ready = prepared(desk, images / name)
            names.append((ready.path.name, ready.path.read_bytes()))
    assert names[0] == names[1]


def test_prepared_pictures_lie_in_a_private_folder_that_is_gone_afterwards(images: Path) -> None:
    path = put(images, "kep.png")
    with picture_desk() as desk:
        ready = prepared(desk, path)
        assert ready.path.parent == desk.folder
        assert stat.S_IMODE(desk.folder.stat().st_mode) == 0o700
    assert not desk.folder.exists()
    with pytest.raises(ZeroDivisionError), picture_desk() as desk:
        _ = 1 / 0
    assert not desk.folder.exists()
    assert path.exists()


def test_pictures_nobody_uses_are_known(images: Path) -> None:
    used = put(images, "a.png")
    put(images, "b.png")
    (images / "jegyzet.txt").write_text("x")
    assert PictureLibrary(images).unused({used}) == ("b.png",)


def test_a_folder_of_pictures_that_is_none_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "kep.png")
    assert [one.key for one in refused(lambda: PictureLibrary(tmp_path / "kep.png"))] == ["file.unreadable.no-folder"]
    assert [one.key for one in refused(lambda: PictureLibrary(tmp_path / "nincs"))] == ["file.unreadable.no-folder"]


@pytest.mark.parametrize(("written", "wording"), [("vak.png", "print.picture-missing.link"), ("nincs.png", None)])
def test_a_link_that_leads_nowhere_is_told_for_one(written: str, wording: str | None, images: Path) -> None:
    (images / "vak.png").symlink_to(images / "volt.png")
    hit = PictureLibrary(images).find(written, (), HERE)
    assert hit.path is None
    assert hit.finding is not None
    assert (hit.finding.code, hit.finding.wording) == ("print.picture-missing", wording)
    assert hit.finding.suggestions == ()
