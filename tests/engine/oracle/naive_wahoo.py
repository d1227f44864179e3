"""Wahoo read a second time from the rules page, slowly: a marble walks hole by hole.

Shares nothing with ``engine.games.wahoo``: the board is a dict of hole → colour, the pens are
counts, and a way is looked for by stepping on until the count is used up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

SIDES = {"hex": "ABCDEF", "square": "ABCD"}


class World(NamedTuple):
    """``holes`` (hole, colour) of marbles outside, ``pens`` marbles inside by player."""

    sides: str
    players: tuple[str, ...]
    holes: frozenset[tuple[str, str]]
    pens: tuple[int, ...]
    turn: int
    die: int


def world(data: dict[str, Any]) -> World:
    """From the JSON form."""
    players = tuple(held[0] for held in data["players"])
    stands = {(hole, c) for c in players for hole in data["marbles"][c] if hole != "p"}
    pens = tuple(data["marbles"][c].count("p") for c in players)
    return World(SIDES[data["board"]], players, frozenset(stands), pens, data["to_play"],
                 data["die"] or 0)  # fmt: skip


def over(w: World) -> bool:
    return any(sum(h[1] == "h" and c == p for h, c in w.holes if h != "X") == 4 for p in w.players)


def one_on(w: World, colour: str, hole: str) -> str | None:
    """The next hole for that colour, None behind the last one."""
    side, name = hole[0], hole[1:]
    if name[0] == "h":
        return None if name == "h4" else f"{side}h{int(name[1]) + 1}"
    if hole == f"{colour}7":
        return f"{colour}h1"
    if name == "13":
        return w.sides[(w.sides.index(side) + 1) % len(w.sides)] + "0"
    return f"{side}{int(name) + 1}"


def moves(w: World) -> set[str]:
    """Texts of all moves by the die."""
    colour, n = w.players[w.turn], w.die
    mine = {hole for hole, c in w.holes if c == colour}
    found = set()
    if n in (1, 6) and w.pens[w.turn] and f"{colour}9" not in mine:
        found.add(f"{colour}p-{colour}9")
    for start in mine:
        if start == "X":
            if n == 1:
                found |= {f"X-{s}0" for s in w.sides if f"{s}0" not in mine}
            continue
        at: str | None = start
        for step in range(1, n + 1):
            assert at is not None
            if step == n and at[1:] == "0" and "X" not in mine:
                found.add(f"{start}-X")
            at = one_on(w, colour, at)
            if at is None or at in mine:
                break
        else:
            found.add(f"{start}-{at}")
    return found


def after(w: World, text: str) -> World:
    """One action made."""
    if text[0] == "D" and text[1:].isdigit() and not w.die:
        return w._replace(die=int(text[1:]))
    holes, pens = dict(w.holes), list(w.pens)
    colour = w.players[w.turn]
    if text != "--":
        frm, to = text.split("-")
        if to in holes:
            pens[w.players.index(holes[to])] += 1
        if frm == f"{colour}p":
            pens[w.turn] -= 1
        else:
            del holes[frm]
        holes[to] = colour
    done = w._replace(holes=frozenset(holes.items()), pens=tuple(pens), die=0)
    stays = w.die == 6 or over(done)
    return done if stays else done._replace(turn=(w.turn + 1) % len(w.players))


def actions(w: World) -> set[str]:
    """Texts of everything that may follow."""
    if over(w):
        return set()
    return (moves(w) or {"--"}) if w.die else {f"D{n}" for n in range(1, 7)}


def count(w: World, depth: int) -> int:
    """Sequences of exactly that many actions."""
    if depth == 0:
        return 1
    return sum(count(after(w, text), depth - 1) for text in actions(w))
