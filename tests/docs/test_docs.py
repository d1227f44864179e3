"""The pages keep their word: links lead somewhere, rule ids are cited, commands exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.cli import COMMANDS

PAGES = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/**/*.md",
    "firmware_bridge/*.md",
    "systemd/*.md",
)


def pages(root: Path) -> list[Path]:
    """Every page a reader may open."""
    return sorted({page for pattern in PAGES for page in root.glob(pattern)})


def anchors(page: Path) -> set[str]:
    """Explicit anchors and those of headings."""
    text = page.read_text(encoding="utf-8")
    found = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.+)$", text, flags=re.M):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(slug)
    return found


def test_every_link_in_the_docs_leads_somewhere(root: Path) -> None:
    dead = []
    for page in pages(root):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            there = (page.parent / name).resolve() if name else page
            if not there.exists():
                dead.append(f"{page.relative_to(root)} -> {target}")
            elif anchor and there.suffix == ".md" and anchor not in anchors(there):
                dead.append(f"{page.relative_to(root)} -> {target} (no such anchor)")
    assert not dead


def test_every_path_that_contributing_names_is_there(root: Path) -> None:
    text = re.sub(r"```.*?```", "", (root / "CONTRIBUTING.md").read_text("utf-8"), flags=re.S)
    named = [name for name in re.findall(r"`([\w./]+/[\w./]*)`", text) if "NAME" not in name]
    assert len(named) > 20
    assert not [name for name in named if not (root / name).exists()]


RULES = {"fast_track": r"\*\*((?:FT|BF)-\d+)\*\*", "racepack": r"^(RP-\d+) "}
"""How each rules text marks the ids that it defines."""


def rule_ids(shared: Path, game: str) -> list[str]:
    """The ids that a rules text defines."""
    text = (shared / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return sorted(set(re.findall(RULES[game], text, flags=re.M)))


def cited_in(folder: Path) -> set[str]:
    """The ids that any source of a folder names."""
    cited: set[str] = set()
    for path in folder.rglob("*.py"):
        cited |= set(re.findall(r"\b(?:FT|BF|RP)-\d+\b", path.read_text(encoding="utf-8")))
    return cited


@pytest.mark.parametrize("game", list(RULES))
def test_each_rule_id_is_cited_by_a_test(game: str, root: Path, shared: Path) -> None:
    ids, cited = rule_ids(shared, game), cited_in(root / "tests")
    assert len(ids) > 35
    assert not [name for name in ids if name not in cited]


@pytest.mark.parametrize("game", list(RULES))
def test_each_rule_id_is_cited_by_the_engine(game: str, root: Path, shared: Path) -> None:
    """A rule that a program carries out is named where it is carried out."""
    cited = cited_in(root / "engine")
    assert not [name for name in rule_ids(shared, game) if name not in cited]


def test_the_readme_leads_to_every_page(root: Path) -> None:
    text = (root / "README.md").read_text("utf-8")
    there = sorted(page.relative_to(root).as_posix() for page in (root / "docs").glob("*.md"))
    there += ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]
    assert [page for page in there if f"[{page}]({page})" not in text] == []


def test_the_readme_names_both_commands_and_every_subcommand_it_names_exists(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    assert "make play" in text
    assert "make test" in text
    named = set(re.findall(r"`trackside ([a-z-]+)", text))
    assert named
    assert named <= set(COMMANDS)


def test_no_decision_and_no_news_stands_there_twice(root: Path) -> None:
    """Two that are merged line by line leave the same one in two wordings."""
    text = (root / "docs" / "decisions.md").read_text("utf-8")
    heads = re.findall(r"^- \*\*(.+?)\*\*", text, flags=re.M)
    assert len(heads) > 50
    assert sorted(heads) == sorted(set(heads))
    news = re.findall(r"^- .+", (root / "CHANGELOG.md").read_text("utf-8"), flags=re.M)
    assert sorted(news) == sorted(set(news))


def test_the_changelog_begins_with_what_is_unreleased(root: Path) -> None:
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    assert text.index("## Unreleased") < 200


def test_the_changelog_knows_the_version_and_its_day(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    text = (root / "CHANGELOG.md").read_text("utf-8")
    newest = re.findall(r"^## (\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$", text, flags=re.M)[0]
    assert newest == project["version"]


def test_no_page_or_source_names_this_machine_or_a_registry(root: Path) -> None:
    hosts = ("py" + "pi.org", "python" + "hosted", "npm" + "js", "deb." + "debian", "/wo" + "rk/")
    wrong = []
    kinds = ("py", "md", "js", "html", "toml", "txt", "sh")
    rooms = [one for one in root.iterdir() if one.is_dir() and not one.name.startswith(".")]
    below = [path for room in rooms for kind in kinds for path in room.rglob(f"*.{kind}")]
    beside = [path for kind in kinds for path in root.glob(f"*.{kind}")]
    for path in (*below, *beside, root / "Makefile"):
        if not any(
            part.startswith(".") or part == "node_modules" for part in path.relative_to(root).parts
        ):
            text = path.read_text(encoding="utf-8")
            wrong += [f"{path.relative_to(root)}: {host}" for host in hosts if host in text]
    assert not wrong
