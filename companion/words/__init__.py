"""What people read. Message keys with parameters become sentences here, at the edge."""

from .catalogue import LANGUAGES, keys, render

__all__ = ["LANGUAGES", "keys", "render"]
