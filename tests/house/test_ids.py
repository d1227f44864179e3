"""Every requirement and rule that the program cites is defined in the docs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ID = r"(?:PP|FT|BF|RP|WA|FF)-[0-9]+|I[1-9]"
"""Requirements, rules, and what always holds in the reading of hands."""
CITED = re.compile(rf"\b(?:{ID})\b")
DEFINED = re.compile(rf'<a id="({ID})">')


@pytest.fixture(scope="module")
def defined(root: Path) -> frozenset[str]:
    """The ids that docs/ defines."""
    pages = (root / "docs").rglob("*.md")
    return frozenset(i for page in pages for i in DEFINED.findall(page.read_text("utf-8")))


def test_every_cited_id_is_defined_in_the_docs(root: Path, defined: frozenset[str]) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.js", "*.mjs", "*.css", "*.html", "*.po", "*.md"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    unknown = {
        f"{name}: {cited}"
        for name in listed
        if (root / name).exists()
        for cited in CITED.findall((root / name).read_text(encoding="utf-8"))
        if cited not in defined
    }
    assert len(defined) > 100
    assert not unknown
