"""``trackside serve``: service and page. The settings say which board stands under it."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from typing import TYPE_CHECKING

from companion.config import Config, load_config
from companion.errors import ConfigError
from companion.model.book import Book
from companion.model.message import Message
from companion.model.past import Past
from companion.model.ports import TablePort
from companion.model.replay import Replays

if TYPE_CHECKING:
    from companion_web.server import WebServer


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the board file, which lets people try a new board. Everything else is a setting."""
    parser.add_argument("--board-file", metavar="FILE", help="the board (setting board_file)")
    parser.epilog = "Settings: trackside.toml in the data folder, or TRACKSIDE_… variables."


def run(args: argparse.Namespace) -> int:
    """Serve until told to stop; 2 when it cannot start."""
    if args.board_file is None:
        return serve()
    return serve(board_file=os.path.abspath(args.board_file))


def serve(**fixed: object) -> int:
    """Run the service with the settings found. The ``fixed`` ones win."""
    from companion.service.service import run_service

    try:
        config = load_config(os.environ, **fixed)
    except ConfigError as error:
        print(f"trackside: {error}", file=sys.stderr)
        return 2
    return run_service(config, web_server)


def web_server(
    config: Config,
    secret: str,
    *,
    table: TablePort,
    past: Past,
    book: Book,
    replays: Replays,
    listener: socket.socket,
    notes: tuple[Message, ...],
) -> WebServer:
    """The page's server. It is imported here because the page is the room above this one."""
    from companion_web.context import WebConfig
    from companion_web.server import WebServer

    return WebServer(
        WebConfig(
            secret_key=secret,
            hosts=tuple(config.hosts),
            most_streams=config.browsers,
            most_of_one=config.browsers_of_one,
            open_to_phones=config.host in ("0.0.0.0", "::"),
            lights=config.looks(),
            calm=config.calm,
            host_pin=config.host_pin,
            pin_file=config.folder / "host-pin",
            tracks_folder=config.folder / "tracks",
            sets_folder=config.folder / "sets",
            house_folder=config.folder / "house_rules",
            own_data=config.own_data,
            notes=notes,
        ),
        table=table,
        past=past,
        book=book,
        replays=replays,
        listener=listener,
    )
