"""Templates, pictures, links and the cache: what a stranger may slip into what is printed."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from tests.render.reading import text_of
from tests.security.outside import Told, refused, told

ESCAPES = (
    "{{ ''.__class__.__mro__ }}",
    "{{ lipsum.__globals__['os'].popen('id').read() }}",
    "{{ cycler.__init__.__globals__ }}",
    "{{ self.__init__.__globals__ }}",
    "{{ css.__func__.__globals__ }}",
    "{{ face|attr('__class__') }}",
    "{{ '{0.__class__}'.format(face) }}",
    "{{ '%s'|format(face.__class__) }}",
    "{{ icon.__self__.roots }}",
    "{{ face.columns.update({}) }}",
    "{% include '/etc/passwd' %}",
    "{% include '../secret.j2' %}",
    "{% include 'link.j2' %}",
    "{% import 'os' as os %}{{ os }}",
    "{% from '../secret.j2' import x %}",
    "{% extends 'linked/secret.j2' %}",
    "{{ css('../../../../etc/passwd') }}",
    "{{ icon('../../../../etc/passwd') }}",
)
HIDDEN = "TopSecret"


def table(folder: Path, text: str = "b", name: str = "A", image: str = "") -> Path:
    (folder / "t.csv").write_text(f'name,text,qty,image\n"{name}","{text}",1,"{image}"\n', "utf-8")
    return folder / "t.csv"


@pytest.mark.parametrize("escape", ESCAPES)
def test_no_template_of_a_stranger_leaves_its_box(tmp_path: Path, escape: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "secret.j2").write_text(HIDDEN)
    (own / "link.j2").symlink_to(tmp_path / "secret.j2")
    (own / "linked").symlink_to(tmp_path)
    (own / "t.html.j2").write_text(f'<div style="left:5mm;top:5mm">{escape}</div>')
    said = told(tmp_path, "print", "cards", table(tmp_path), "--template", own / "t.html.j2", "-o", "t.pdf")
    assert HIDDEN not in said.all
    assert "root:" not in said.all
    assert "uid=" not in said.all
    refused(said)
    assert not (tmp_path / "t.pdf").exists()


GREEDY = (
    "{{ 'a' * 10 ** 11 }}",
    "{{ [0] * 10 ** 11 }}",
    "{{ 'a'|center(10 ** 11) }}",
    "{{ '%0100000000000d'|format(1) }}",
)


@pytest.mark.parametrize("greed", GREEDY)
def test_a_template_that_asks_for_too_much_memory_is_told_by_its_line(tmp_path: Path, greed: str) -> None:
    (tmp_path / "t.html.j2").write_text(f'<div style="left:5mm;top:5mm">\n{greed}</div>')
    said = told(tmp_path, "print", "cards", table(tmp_path), "--template", "t.html.j2", "-o", "t.pdf")
    refused(said, "t.html.j2:2: print.template the template asks for more memory")
    assert not (tmp_path / "t.pdf").exists()


STYLES = (
    "{{ css('../../secret') }}",
    "{{ css('PLACE/secret') }}",
    "{{ css('link') }}",
    "{{ icon('link') }}",
    "{{ icon('../../secret') }}",
    "{% if has_icon('link') %}{{ icon('link') }}{% else %}{{ icon('none') }}{% endif %}",
)


@pytest.mark.parametrize("reading", STYLES)
def test_no_style_and_no_drawing_of_a_template_comes_from_elsewhere(tmp_path: Path, reading: str) -> None:
    own = tmp_path / "own"
    for kind, ending in (("css", "css"), ("icons", "svg")):
        (own / kind).mkdir(parents=True)
        (tmp_path / f"secret.{ending}").write_text(f"<b>{HIDDEN}</b>")
        (own / kind / f"link.{ending}").symlink_to(tmp_path / f"secret.{ending}")
    text = reading.replace("PLACE", str(tmp_path))
    (own / "t.html.j2").write_text(f'<div style="left:5mm;top:5mm">{text}</div>')
    said = told(tmp_path, "print", "cards", table(tmp_path), "--template", own / "t.html.j2", "-o", "t.pdf")
    refused(said, "data.missing-template")
    assert HIDDEN not in said.all
    assert not (tmp_path / "t.pdf").exists()


def test_a_style_that_lies_beside_a_template_is_read(tmp_path: Path) -> None:
    (tmp_path / "own/css").mkdir(parents=True)
    (tmp_path / "own/css/mine.css").write_text(HIDDEN)
    (tmp_path / "own/t.html.j2").write_text("<div style=\"left:5mm;top:5mm\">{{ css('mine') }}</div>")
    path = table(tmp_path)
    assert told(tmp_path, "print", "cards", path, "--template", "own/t.html.j2", "-o", "t.pdf", "--draft").code == 0
    assert HIDDEN in text_of((tmp_path / "t.pdf").read_bytes())


BESIDE = ("link.png", "linked/secret.png", "../secret.png", "%2e%2e/secret.png", "pipe.png", "drawing.svg", "data.yaml")


@pytest.mark.parametrize("name", BESIDE)
def test_only_pictures_that_lie_beside_a_template_are_shown_by_it(tmp_path: Path, name: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    Image.new("RGB", (90, 90), (1, 254, 3)).save(tmp_path / "secret.png")
    (own / "link.png").symlink_to(tmp_path / "secret.png")
    (own / "linked").symlink_to(tmp_path)
    os.mkfifo(own / "pipe.png")
    (own / "data.yaml").write_bytes((tmp_path / "secret.png").read_bytes())
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg"><image href="file://{tmp_path}/secret.png" width="9"/></svg>'
    (own / "drawing.svg").write_text(drawing)
    (own / "t.html.j2").write_text(f'<div style="left:5mm;top:5mm"><img src="{name}">W</div>')
    said = told(tmp_path, "print", "cards", table(tmp_path), "--template", own / "t.html.j2", "-o", "t.pdf")
    refused(said, "print.template")
    assert not (tmp_path / "t.pdf").exists()


@contextmanager
def listening() -> Iterator[tuple[int, list[bytes]]]:
    """Lend a port that notes whoever connects."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                heard.append(b"connected")
                connection.close()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield server.getsockname()[1], heard
        server.shutdown(socket.SHUT_RDWR)
    thread.join()


FETCHES = (
    '<img src="http://127.0.0.1:PORT/x.png">',
    '<img src="SECRET">',
    '<img src="file:///etc/passwd">',
    '<img src="own/../../secret.png">',
    '<link rel="stylesheet" href="http://127.0.0.1:PORT/x.css">',
    "<style>@import url(http://127.0.0.1:PORT/x.css);</style>",
    "<style>@font-face { font-family: x; src: url(http://127.0.0.1:PORT/x) } p { font-family: x }</style><p>x</p>",
    '<p style="background:url(http://127.0.0.1:PORT/x.png)">x</p>',
    '<svg><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    '<link rel="attachment" href="file:///etc/passwd">',
    '<a rel="attachment" href="file:///etc/passwd">x</a>',
    '<object data="file:///etc/passwd">x</object><embed src="file:///etc/passwd">',
    '<iframe src="file:///etc/passwd"></iframe>',
)


@pytest.mark.parametrize("markup", FETCHES)
def test_nothing_is_fetched_from_the_net_nor_from_other_folders(tmp_path: Path, markup: str) -> None:
    own = tmp_path / "own"
    own.mkdir()
    Image.new("RGB", (90, 90), (1, 254, 3)).save(tmp_path / "secret.png")
    with listening() as (port, heard):
        content = markup.replace("PORT", str(port)).replace("SECRET", f"file://{tmp_path}/secret.png")
        (own / "t.html.j2").write_text(f'<div style="left:5mm;top:5mm">{content}</div>')
        told(tmp_path, "print", "cards", table(tmp_path), "--template", own / "t.html.j2", "-o", "t.pdf", "--draft")
    assert heard == []
    if (tmp_path / "t.pdf").exists():
        clean_pdf(tmp_path / "t.pdf")


def clean_pdf(path: Path) -> None:
    """Assert that a document carries nothing but pages: no files, no scripts, no links, no strange picture."""
    assert "root:" not in text_of(path.read_bytes())
    with pikepdf.open(path) as pdf:
        assert not {"/AA", "/OpenAction"} & set(pdf.Root.keys())
        assert not {"/EmbeddedFiles", "/JavaScript"} & set(pdf.Root.get("/Names", pikepdf.Dictionary()).keys())
        assert not list(pdf.attachments)
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary):
                assert item.get("/Type") != "/Filespec"
                assert item.get("/S") not in ("/JavaScript", "/URI", "/Launch")
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image":
                assert b"\x01\xfe\x03" not in item.read_bytes()[:30]


def test_jinja_and_markup_in_a_card_are_printed_letter_by_letter(tmp_path: Path) -> None:
    path = table(tmp_path, "{{ 7*7 }} {% include '/etc/passwd' %} <script>x</script> <img src=file:///etc/passwd>")
    assert told(tmp_path, "print", "cards", path, "-o", "t.pdf").code == 0
    shown = re.sub(r"\s+", "", text_of((tmp_path / "t.pdf").read_bytes()))
    assert "{{7*7}}" in shown
    assert "<script>x</script>" in shown
    clean_pdf(tmp_path / "t.pdf")


@pytest.mark.parametrize(
    "cell", ["../secret.png", "..\\secret.png", "link.png", "linked/secret.png", "/etc/passwd", "file:///etc/passwd",
             "http://127.0.0.1:9/x.png", "ok/../../secret.png", "secret.png\0.png", "C:\\secret.png",
             "//server/share/x.png",
             "a" * 4000],
)  # fmt: skip
def test_no_cell_leads_out_of_the_folder_of_pictures(tmp_path: Path, cell: str) -> None:
    images = tmp_path / "images"
    (images / "ok").mkdir(parents=True)
    Image.new("RGB", (90, 90), (1, 254, 3)).save(tmp_path / "secret.png")
    (images / "link.png").symlink_to(tmp_path / "secret.png")
    (images / "linked").symlink_to(tmp_path)
    said = told(tmp_path, "print", "cards", table(tmp_path, image=cell), "--images", "images", "-o", "t.pdf")
    refused(said)
    assert not (tmp_path / "t.pdf").exists()


def png(width: int, height: int, rows: bytes = b"") -> bytes:
    """Return a PNG that says it is so large, whatever it holds."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


HUGE: dict[str, Callable[[], bytes]] = {
    "wide": lambda: png(60_000, 60_000),
    "bomb": lambda: png(29_000, 29_000, bytes(30_000_000)),
    "long": lambda: png(1, 2**31 - 1),
    "svg": lambda: b'<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
    "eps": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) run\n",
}


@pytest.mark.parametrize("name", HUGE)
def test_a_picture_that_is_huge_or_a_program_is_not_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images/x.png").write_bytes(HUGE[name]())
    said = told(tmp_path, "print", "cards", table(tmp_path, image="x.png"), "--images", "images", "-o", "t.pdf")
    assert "print.picture-broken" in said.all


@pytest.mark.parametrize(
    "name",
    ["../../evil", "/etc/evil", "..", "CON", "a\\..\\evil", "~/evil", "-rf", "x" * 399, ".hidden", "nul\u202etxt"],
)
def test_no_name_of_a_card_leads_a_file_out_of_its_folder(tmp_path: Path, name: str) -> None:
    work = tmp_path / "a/b"
    work.mkdir(parents=True)
    table(work, name=name)
    said = told(work, "print", "cards", "t.csv", "--profile", "mpc-63x88", "-o", "out")
    written = [
        path for path in tmp_path.rglob("*") if path.is_file() and "cache" not in path.parts and path.name != "t.csv"
    ]
    assert all(path.parent == work / "out" and path.name[0] not in ".-~" for path in written), written
    assert written or said.code == 1


def printed(folder: Path) -> Told:
    return told(folder, "print", "cards", "t.csv", "-o", "t.pdf")


def entries(folder: Path) -> list[Path]:
    found = sorted(path for path in (folder / "cache/cardtools").iterdir() if path.is_file())
    assert found
    return found


POISONS = ("cut", "flipped", "swapped", "link", "fifo", "folder", "pickle", "forged", "forged json")


@pytest.mark.parametrize("poison", POISONS)
def test_a_poisoned_cache_changes_nothing_that_is_printed(tmp_path: Path, poison: str) -> None:
    table(tmp_path, "honest")
    assert printed(tmp_path).code == 0
    kept = entries(tmp_path)
    contents = [path.read_bytes() for path in kept]
    for path, content, other in zip(kept, contents, contents[1:] + contents[:1], strict=True):
        if "forged" in poison and path.name.startswith("print-"):
            continue  # drawings; whoever can forge their checksum can change the program itself
        path.unlink()
        if poison == "link":
            (tmp_path / "other").write_bytes(other)
            path.symlink_to(tmp_path / "other")
        elif poison == "fifo":
            os.mkfifo(path)
        elif poison == "folder":
            path.mkdir()
        else:
            path.write_bytes(poisoned(poison, path.name, content, other))
    (tmp_path / "t.pdf").unlink()
    said = printed(tmp_path)
    assert said.code == 0, said.err
    assert "honest" in text_of((tmp_path / "t.pdf").read_bytes())
    clean_pdf(tmp_path / "t.pdf")


def poisoned(poison: str, name: str, content: bytes, other: bytes) -> bytes:
    """Return an entry as it should not be; a forged one has a checksum that is right."""
    mark = b"cardtools cache 1\n"

    def forged(inside: bytes) -> bytes:
        return mark + hashlib.sha256(name.encode() + b"\0" + inside).digest() + inside

    return {
        "cut": content[: len(content) // 2],
        "flipped": content[:-1] + bytes((content[-1] ^ 1,)),
        "swapped": other,
        "pickle": b"cos\nsystem\n(S'touch owned'\ntR.",
        "forged": forged(b"\xff garbage"),
        "forged json": forged(b'{"a": [1, 2], "b": "c"}\n[]'),
    }[poison]


def test_a_cache_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    table(tmp_path, "honest")
    folder = tmp_path / "cache/cardtools"
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    assert printed(tmp_path).code == 0
    assert list(folder.iterdir()) == []
