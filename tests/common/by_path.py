"""A helper module of another test folder. Test folders are no packages, so its path names it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_TESTS = Path(__file__).resolve().parents[1]


def module_of(file: str) -> ModuleType:
    """The module ``tests/FILE.py``, such as ``browser/scenes``; it is loaded once."""
    name = f"trackside_tests_{Path(file).name}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, _TESTS / f"{file}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
