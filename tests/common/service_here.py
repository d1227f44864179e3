"""The whole service in this process: a new process costs a second, and most tests need none.

What only a process of its own can show (signals, the ready line, status and standard error, the
interpreter's way out) is tested on ``companion.proof.under_test.ServiceUnderTest``.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

from companion.commands.serve import web_server
from companion.config import load_config
from companion.errors import ConfigError, StartError
from companion.proof.under_test import ServiceFailed, ServiceUnderTest
from companion.service.service import Service
from companion_web.server import WebServer


class ServiceHere(ServiceUnderTest):
    """``trackside serve`` with these settings, on threads of this process.

    Asked as one in a process of its own is; ServiceFailed says why it does not come up.
    """

    def __init__(self, folder: Path, **settings: object) -> None:
        wanted = {"host": "127.0.0.1", "port": 0, "data": folder, "board": "none", **settings}
        kept = {k: v for k, v in os.environ.items() if not k.startswith("TRACKSIDE_")}
        own = {f"TRACKSIDE_{key.upper()}": str(value) for key, value in wanted.items()}
        self.folder = folder
        gc.freeze()  # or the service would look for garbage in all that the tests before it left
        try:
            self.service = Service(load_config({**kept, **own}), self._web)
            self.service.start()
        except (ConfigError, StartError) as error:
            raise ServiceFailed(str(error)) from error
        self.url = self.service.url

    def _web(self, *args: Any, **more: Any) -> WebServer:
        served = web_server(*args, **more)
        self.app = served.app
        return served

    def close(self) -> int:
        """Stop it; may be called twice."""
        self.service.close()
        gc.freeze()  # again, as tests/conftest.py did: a service that ends thaws all
        return 0
