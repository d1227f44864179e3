"""The page: Flask app, JSON and event stream for one table."""

from .app import SERVER_OPTIONS, create_app
from .context import WebConfig, close_streams

__all__ = ["SERVER_OPTIONS", "WebConfig", "close_streams", "create_app"]
