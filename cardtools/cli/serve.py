"""``cardtools serve``: the browser table, on this machine alone."""

from __future__ import annotations

import socket
import tempfile
from pathlib import Path

import click

from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.told import say
from cardtools.errors import CardtoolsError, refuse
from cardtools.store.files import POOL_LIMIT, check_writable, read_bytes, reason
from cardtools.words.catalog import Words

_PORT = 8713


@click.command(
    "serve",
    cls=TranslatedCommand,
    help="Open the browser table: build decks, score evenings and print, without learning commands.\n\n"
    "It answers to browsers of this machine only. Ctrl+C ends it; nothing is lost then.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=_PORT,
    show_default=True,
    metavar="N",
    help="Port on this machine; 0 takes any that is free.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where decks, evenings and prints are kept; in your data folder if absent.",
)
@click.option(
    "--pool",
    "pools",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Card pool to offer, raw or imported; may stand several times.",
)
@click.option("--open", "show", is_flag=True, help="Open the table in the browser, too.")
@common_options
def serve(port: int, folder: Path | None, pools: tuple[Path, ...], show: bool, settings: Settings) -> int:
    """Serve the table until it is stopped."""
    words = Words(settings.language)
    for pool in pools:
        read_bytes(pool, POOL_LIMIT)  # a wrong name is told now, not in the browser
    kept, temporary = _folder(folder)
    from cardtools.web.serving import serve_table
    from cardtools.web.settings import LOOPBACK, lasting_secret
    from cardtools.web.settings import Settings as TableSettings

    listening = _listen(LOOPBACK, port)
    port = listening.getsockname()[1]
    table = TableSettings(
        folder=kept,
        port=port,
        secret=lasting_secret(kept),
        data=settings.data,
        pools=tuple(pool.resolve() for pool in pools),
        language=settings.language,
    )
    address = f"http://{LOOPBACK}:{port}/"
    if temporary:
        say(words.text("web.serve.temporary", folder=str(kept)), to_stderr=True)
    else:
        say(words.text("web.serve.folder", folder=str(kept)), to_stderr=True)
    say(words.text("web.serve.address", address=address), to_stderr=True)
    click.echo(address)
    if show:
        click.launch(address)
    serve_table(table, listening)
    return 0


def _folder(named: Path | None) -> tuple[Path, bool]:
    """Return where things are kept, and whether that is only for now, since the usual place cannot be written.

    Raises:
        CardtoolsError: ``file.unwritable`` for a folder that was named.
    """
    from cardtools.web.settings import usual_folder

    try:
        folder = (named or usual_folder()).absolute()
        check_writable(folder / "decks" / "any")
        folder.mkdir(parents=True, exist_ok=True)
    except (CardtoolsError, OSError, RuntimeError) as error:
        if named is None:
            return Path(tempfile.mkdtemp(prefix="cardtools-table-")), True
        if isinstance(error, CardtoolsError):  # of a file that would come to lie there, which nobody has named
            wording = next((one.wording for one in error.findings), None)
            why = next((str(one.params.get("why", "")) for one in error.findings), "")
            raise refuse("file.unwritable", path=named, wording=wording, why=why) from error
        raise refuse("file.unwritable", path=named, why=reason(error) if isinstance(error, OSError) else "") from error
    return folder, False


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket of this machine alone.

    Raises:
        CardtoolsError: ``web.serve.port`` where the port is taken or forbidden.
    """
    # With the protocol named, answers are sent at once: asyncio asks for it before it turns Nagle's algorithm off.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # so that whoever reads the address finds somebody there
    except OSError as error:
        listening.close()
        raise refuse("web.serve.port", port=port, why=reason(error)) from error
    return listening
