"""The bytes of pictures: opened with care, brought upright, to screen colours and to the size their print needs.

Large pictures are worked on in strips, so that no second copy of them ever stands in memory.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageCms, ImageFile, UnidentifiedImageError

from cardtools.store.pictures import PictureError

if TYPE_CHECKING:
    from PIL.Image import Image as Raster

_KINDS: Final = ("PNG", "JPEG", "WEBP", "GIF")
_PIXELS: Final = 120_000_000
_SIDE: Final = 30_000
"""Largest pictures opened: a poster's 9000 × 12,600 and some more."""
_MEMORY: Final = 520_000_000
"""Bytes that unpacking a picture may take: as much as one of that size in RGB."""
_STRIP: Final = 2_000_000
"""Pixels of a strip."""
_ORIENTATION: Final = 0x0112
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
"""What brings a photo upright, by its EXIF orientation."""
_LYING: Final = 5
"""The orientation from which on width and height change places."""
_LOSSY: Final = ("JPEG", "MPO")
_FEW_COLOURS: Final = 256
_MARKER, _SCAN = 0xFF, 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE: Final = frozenset((0xC2, 0xC6, 0xCA, 0xCE))
_NO_LENGTH: Final = frozenset((0x00, 0x01, _MARKER, *range(0xD0, 0xD9)))
"""Markers of JPEG files."""
_BROKEN: Final = (
    UnidentifiedImageError, OSError, ValueError, SyntaxError, TypeError, EOFError, ArithmeticError, LookupError,
)  # fmt: skip
"""What the library raises for what is no picture, or a broken one."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A picture ready for print.

    Attributes:
        source_px: What is printed of it before it was reduced, width by height.
        kept: The share of its area that is printed, from 0 to 1.
    """

    content: bytes
    ending: str
    source_px: tuple[float, float]
    kept: float


def prepare(content: bytes, pixels: tuple[int, int], *, fills: bool) -> Ready:
    """Return a picture that covers ``pixels`` (width, height), never enlarged; the same input gives the same bytes.

    Args:
        content: A PNG, JPEG, WebP or GIF file; of an animation the first picture counts.
        pixels: The box it is printed in, at the wanted resolution.
        fills: Whether it is cut to the shape of the box, about its middle; else it is kept whole.

    Raises:
        PictureError: For what is no such file, is cut short, or is too large.
    """
    with _opened(content) as picture:
        return _prepared(picture, pixels, fills=fills, unpacked=bytes_of_unpacking(picture, content))


def check(content: bytes) -> None:
    """Unpack a picture that the layout program will read by itself, which takes broken ones as they are.

    Raises:
        PictureError: See prepare.
    """
    with _opened(content) as picture:
        needed = picture.width * picture.height * _bytes_a_pixel(picture.mode)
        if needed + bytes_of_unpacking(picture, content) > _MEMORY:
            raise _too_many_pixels(picture, _MEMORY // _bytes_a_pixel(picture.mode))
        picture.load()


@contextmanager
def _opened(content: bytes) -> Iterator[Raster]:
    """Lend a picture that is no larger than ours may be; whatever is wrong with it becomes a PictureError."""
    with warnings.catch_warnings(), _limits_of_ours():
        warnings.simplefilter("ignore")  # of sizes, which are checked here, and of odd EXIF data
        try:
            picture = Image.open(io.BytesIO(content), formats=_KINDS)
            if picture.width * picture.height > _PIXELS or max(picture.size) > _SIDE:
                raise _too_many_pixels(picture, _PIXELS)
            yield picture
        except MemoryError as error:
            raise PictureError("large") from error
        except _BROKEN as error:
            raise PictureError("broken") from error


@contextmanager
def _limits_of_ours() -> Iterator[None]:
    """Refuse pictures that are cut short: the layout program, once loaded, has them taken as they are.

    Sizes are checked here, where they can be told, so that the library need not.
    """
    before = ImageFile.LOAD_TRUNCATED_IMAGES, Image.MAX_IMAGE_PIXELS
    ImageFile.LOAD_TRUNCATED_IMAGES, Image.MAX_IMAGE_PIXELS = False, None
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES, Image.MAX_IMAGE_PIXELS = before


def _prepared(picture: Raster, pixels: tuple[int, int], *, fills: bool, unpacked: int) -> Ready:
    lossy, whole = picture.format in _LOSSY, picture.size
    orientation = _orientation(picture)
    lies = orientation >= _LYING
    width, height = (pixels[1], pixels[0]) if lies else pixels
    cut = _cut(picture.size, (width, height)) if fills else (0.0, 0.0, float(picture.width), float(picture.height))
    share = max(width / (cut[2] - cut[0]), height / (cut[3] - cut[1]))
    source = (cut[2] - cut[0], cut[3] - cut[1])
    if not fills:  # the part that the box shows at most
        source = (width / share, height / share)
    reduced = _reduced(picture, cut, min(1.0, share), unpacked)
    if orientation in _TURNS:
        reduced = reduced.transpose(_TURNS[orientation])
    content, ending = _written(_in_screen_colours(reduced, picture.info.get("icc_profile")), lossy=lossy)
    kept = (cut[2] - cut[0]) * (cut[3] - cut[1]) / (whole[0] * whole[1])
    return Ready(content, ending, (source[1], source[0]) if lies else source, kept)


def _orientation(picture: Raster) -> int:
    """Return how a photo lies, by its EXIF data; 1, upright, for what says nothing sound."""
    try:
        orientation = int(picture.getexif().get(_ORIENTATION, 1))
    except Exception:  # noqa: BLE001 - whatever is wrong with EXIF data, the picture itself may be sound
        return 1
    return orientation if orientation in _TURNS else 1


def _cut(size: tuple[int, int], box: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return the largest part of the box's shape about the middle, as left, upper, right, lower."""
    width, height = size
    across, down = min(width, height * box[0] / box[1]), min(height, width * box[1] / box[0])
    left, upper = (width - across) / 2, (height - down) / 2
    return left, upper, left + across, upper + down


def _reduced(picture: Raster, cut: tuple[float, float, float, float], share: float, unpacked: int) -> Raster:
    """Return the ``cut`` part at ``share`` of its size, in one of the modes L, RGB, RGBA and CMYK.

    Raises:
        PictureError: Where it would take too much memory; ``unpacked`` is what its decoder takes beside the picture.
    """
    whole = picture.size
    size = (max(1, round((cut[2] - cut[0]) * share)), max(1, round((cut[3] - cut[1]) * share)))
    if picture.format in _LOSSY and share < 0.5:  # the decoder itself leaves out what is not needed
        picture.draft(None, (round(whole[0] * share * 2), round(whole[1] * share * 2)))
        across, down = picture.width / whole[0], picture.height / whole[1]
        cut = (cut[0] * across, cut[1] * down, cut[2] * across, cut[3] * down)
        share = size[0] / (cut[2] - cut[0])
    # Whole steps first, two more pixels than needed are left for the fine one.
    step = max(1, int(1 / share / 2)) if share < 0.5 else 1
    needed = picture.width * picture.height * _bytes_a_pixel(picture.mode) * (1 + 1 / step**2)
    if needed + unpacked > _MEMORY:
        raise _too_many_pixels(picture, int(whole[0] * whole[1] * _MEMORY / (needed + unpacked)), whole)
    picture.load()
    mode = _mode(picture)
    upper, lower = int(cut[1]), min(picture.height, int(cut[3] + 0.999))
    left, right = int(cut[0]), min(picture.width, int(cut[2] + 0.999))
    small = Image.new(mode, (-(-(right - left) // step), -(-(lower - upper) // step)))
    rows = max(1, _STRIP // ((right - left) * step)) * step
    for top in range(upper, lower, rows):
        strip = _eight_bit(picture.crop((left, top, right, min(lower, top + rows))), mode)
        small.paste(strip.reduce(step) if step > 1 else strip, (0, (top - upper) // step))
    if small.size == size:
        return small
    part = (
        (cut[0] - left) / step,
        (cut[1] - upper) / step,
        min((cut[2] - left) / step, small.width),
        min((cut[3] - upper) / step, small.height),
    )
    return small.resize(size, Image.Resampling.LANCZOS, box=part)


def bytes_of_unpacking(picture: Raster, content: bytes) -> int:
    """Return how many bytes the decoder takes beside the picture itself, as measured with Pillow 12.

    WebP has two canvases and a copy of the picture, and a copy of the file. GIF has a copy in colours. JPEG is read
    line by line, unless its scans hold a part of what makes up a pixel each: then all of them are kept.
    """
    pixels = picture.width * picture.height
    if picture.format == "WEBP":
        return 12 * pixels + len(content)
    if picture.format == "GIF":
        return 2 * pixels
    if picture.format in _LOSSY and _in_several_scans(content):
        found: Sequence[tuple[int, int, int, int]] = getattr(picture, "layer", ())
        layers = [(across, down) for _, across, down, _ in found] or [(1, 1)] * 4
        most = max(across for across, _ in layers) * max(down for _, down in layers)
        return round(2 * pixels * sum(across * down for across, down in layers) / most)
    return 0


def _in_several_scans(content: bytes) -> bool:
    """Return whether the first scan of a JPEG file does not hold all of the picture: it is progressive, or by layer."""
    at, layers = 2, 0
    while at + 10 <= len(content):
        if content[at] != _MARKER:
            at += 1
            continue
        kind = content[at + 1]
        if kind in _NO_LENGTH:
            at += 1 if kind == _MARKER else 2
            continue
        if kind in _FRAMES:
            layers = content[at + 9]
            if kind in _PROGRESSIVE:
                return True
        elif kind == _SCAN:
            return content[at + 4] < layers
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return True  # what cannot be told is taken for the dearer


def _bytes_a_pixel(mode: str) -> int:
    """Return what a pixel takes in memory."""
    return 1 if mode in ("1", "L", "P") else 2 if mode.startswith("I;16") else 4


def _too_many_pixels(picture: Raster, most: int, size: tuple[int, int] | None = None) -> PictureError:
    """Return the error of a picture too large; ``most`` is how many pixels of its kind may be."""
    width, height = size or picture.size
    params = {"width": width, "height": height, "side": _SIDE, "most": max(1, most // 1_000_000)}
    return PictureError("pixels", kind=str(picture.format), **params)


def _mode(picture: Raster) -> str:
    if picture.mode in ("L", "CMYK"):
        return picture.mode if "transparency" not in picture.info else "RGBA"
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        return "RGBA"
    return "L" if picture.mode in ("1", "F") or picture.mode.startswith("I") else "RGB"


def _eight_bit(strip: Raster, mode: str) -> Raster:
    """Return a strip in ``mode``; grey of sixteen bits is scaled down, where a plain conversion would cut it off."""
    if strip.mode.startswith("I"):
        grey = strip.convert("I").point(lambda value: value * (1 / 257))
        return grey.convert("L").convert(mode)
    return strip if strip.mode == mode else strip.convert(mode)


def _in_screen_colours(picture: Raster, profile: object) -> Raster:
    """Return a picture as sRGB or grey, by its own colour profile where it has a sound one."""
    if isinstance(profile, bytes) and picture.mode in ("RGB", "CMYK"):
        try:
            own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            changed = ImageCms.profileToProfile(picture, own, ImageCms.createProfile("sRGB"), outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, ValueError):
            changed = None
        if changed is not None:
            picture = changed
    if picture.mode == "RGBA" and picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")
    return picture.convert("RGB") if picture.mode == "CMYK" else picture


def _written(picture: Raster, *, lossy: bool) -> tuple[bytes, str]:
    """Return JPEG for photos, PNG for drawings and whatever is transparent; nothing but the picture is in the file."""
    plain = Image.frombytes(picture.mode, picture.size, picture.tobytes())
    stream = io.BytesIO()
    if picture.mode == "RGBA" or (not lossy and plain.getcolors(_FEW_COLOURS) is not None):
        plain.save(stream, "PNG")
        return stream.getvalue(), ".png"
    plain.save(stream, "JPEG", quality=92, subsampling=0)
    return stream.getvalue(), ".jpg"
