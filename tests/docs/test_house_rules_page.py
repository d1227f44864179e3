"""The page of house rules lists every switch and every impossible pair as the engine has them.

``python tests/docs/test_house_rules_page.py`` writes both tables anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from engine.games.fast_track.switches import SWITCHES
from engine.switches import Setting

PAGE = Path(__file__).resolve().parents[2] / "docs" / "house_rules.md"
SHEETS = tuple(SWITCHES.sheets)


def linked(rule: str) -> str:
    sheet = "butterfly" if rule.startswith("BF") else "classic"
    return f"[{rule}](rules/fast_track_{sheet}.md#{rule})"


def switch_rows() -> str:
    heads = " | ".join(SHEETS)
    lines = [f"| switch | {heads} | rules | what it means |", "|---|---|---|---|---|---|"]
    for one in SWITCHES.all:
        marks = " | ".join("on" if SWITCHES.sheets[s][one.name] else "–" for s in SHEETS)
        rules = " ".join(map(linked, one.rules))
        lines.append(f"| `{one.name}` | {marks} | {rules} | {one.about} |")
    return "\n".join(lines)


def told(setting: Setting) -> str:
    return f"`{setting.name}` {'on' if setting.on else 'off'}"


def pair_rows() -> str:
    lines = ["| this | and this | why not |", "|---|---|---|"]
    for clash in SWITCHES.clashes:
        why = re.sub(r"\b(?:FT|BF)-\d+\b", lambda found: linked(found[0]), clash.because)
        lines.append(f"| {told(clash.one)} | {told(clash.other)} | {why} |")
    return "\n".join(lines)


def test_the_page_has_every_switch_with_its_rules_and_its_sentence() -> None:
    assert switch_rows() in PAGE.read_text("utf-8")


def test_the_page_has_every_impossible_pair_with_its_reason() -> None:
    assert pair_rows() in PAGE.read_text("utf-8")


def write() -> None:
    """Put both tables into the page, in place of those that stand there."""
    text = PAGE.read_text("utf-8")
    for rows in (switch_rows(), pair_rows()):
        head = re.escape(rows.split("\n", 1)[0])
        text = re.sub(rf"{head}\n(?:\|.*\n)*", lambda _, new=rows: f"{new}\n", text)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
