"""Cards of the naive street race: the windows of reactions, and playing a card (section 16).

A window collects the cards in the order of their arrival and plays them out when all who could
have added one have said no: first those with ``timing`` before, then the others.
"""

from __future__ import annotations

import importlib
from typing import Any

naive_street_traffic = importlib.import_module("naive_street_traffic")
naive_street_state = importlib.import_module("naive_street_state")
Json = naive_street_traffic.Json
Illegal, State = naive_street_state.Illegal, naive_street_state.State
Waiting, Data = naive_street_state.Waiting, naive_street_state.Data

AFTER = ("moved", "displaced", "damaged", "spun_out", "repaired", "style.scored", "mats.changed")
AFTER += ("wave.entered", "turn.start", "turn.end", "card.resolved")


class Cards(State, naive_street_traffic.Street):  # type: ignore[misc, valid-type, name-defined]
    """A state whose street is played on with cards."""

    def __init__(self, position: Json, data: Any, script: list[str]) -> None:
        State.__init__(self, position, data)
        cars = {car["id"]: car for car in self.table_cars}
        self.cars = cars
        self.half_width = data.first["half_width"]
        self.script = script
        self.queue: list[Json] = []
        self.waiting = False  # in the middle of an event
        self.events: list[Json] = []
        self.spun, self.removed = [], []
        self.root = None
        self.lead = self.leading()

    @property
    def mats(self) -> Json:
        return {side: self.data.mats[name] for side, name in self.laid.items()}

    # -- answers --

    def answer(self, who: list[str], kind: str, texts: list[str]) -> str:
        """The next text of the script; Waiting when there is none."""
        if not self.script:
            raise Waiting(who, kind, texts)
        text = self.script.pop(0)
        self.events = []
        if kind in ("deck", "shuffle"):
            if sorted(text.split()) != sorted(texts[0].split()) or text.split()[0] != kind:
                raise Illegal("bad-draw")
        elif text not in texts:
            raise Illegal("not-an-option")
        return text

    def chance(self, kind: str, texts: list[str]) -> str:
        """The last word of a chance line."""
        return self.answer(["chance"], kind, texts).split()[-1]

    def die(self) -> int:
        sides = self.data.first["die_sides"]
        return int(self.chance("die", [f"die {n}" for n in range(1, sides + 1)]))

    def ask(self, car: Json, kind: str, answers: list[Any]) -> Any:
        shift = 1 - self.front()
        words = [f"{a[0] + shift}{a[1]}{a[2]}" if kind == "spin" else a for a in answers]
        texts = [f"{kind} {car['id']} {word}" for word in words]
        return answers[texts.index(self.answer([self.owner(car)], kind, texts))]

    def tell(self, name: str, **facts: Any) -> None:
        self.events.append({"event": name, **facts})
        if name in AFTER:
            about = {"name": name, "player": facts["by"]} if "by" in facts else {"name": name}
            if "car" in facts:
                about["car"] = self.cars[facts["car"]]
            self.queue.append(about | facts.get("about", {}))

    def after(self) -> None:
        """FF-152: an event is over; the windows it led to, first in, first out."""
        while True:
            while self.queue:
                about = self.queue.pop(0)
                self.window(about.pop("name"), about)
            self.settle_lead()
            if not self.queue:
                return

    # -- who and how good --

    def owner(self, car: Json) -> str:
        """The player of a racer; a Civilian has none."""
        return "" if car["kind"] == "civ" else str(car["id"][0])

    def own(self, player: str) -> list[Json]:
        """The cars of a player, A1 before A2."""
        return [self.cars[n] for n in sorted(self.cars) if self.owner(self.cars[n]) == player]

    def leading(self) -> str | None:
        """The player of the leading racer."""
        racers = self.racers()
        return self.owner(racers[0]) if racers else None

    def face(self, car: Json, key: str) -> int:
        """A figure of the face shown."""
        if car["kind"] == "civ":
            return int(self.data.first["civilians"][key])
        racer = self.data.racers[car["racer"]]
        return int(racer["damaged"][key] if car["dmg"] else racer[key])

    def speed(self, car: Json) -> int:
        return self.face(car, "speed")

    def complexity(self, car: Json) -> int:
        return self.face(car, "complexity")

    def mods(self, car: Json, to: str, moment: str) -> int:
        """What the mods of a car add at a moment."""
        total = 0
        for mod in car["mods"]:
            for bonus in self.data.card(mod).get("bonus", []):
                if bonus["to"] == to and bonus.get("when", moment) == moment:
                    total += bonus["n"]
        return total

    def drive_bonus(self, car: Json, how: str, defends: bool) -> int:
        if car["kind"] == "civ":
            return 0
        driver = self.data.card(car["driver"])["drive"] if car["driver"] else 0
        return int(driver) + self.mods(car, "drive", "defend" if defends else how)

    def fixit_bonus(self, car: Json, when: str) -> int:
        if car["kind"] == "civ":
            return 0
        gang = sum(self.data.card(crew)["fixit"] for crew in self.gangs[self.owner(car)])
        if when == "fix":
            return self.mods(car, "fixit", "repair")
        return int(gang) + self.mods(car, "fixit", when)

    def gain(self, player: str, n: int) -> None:
        """Style points."""
        self.style_of[player] += n
        self.tell("style.scored", by=player, n=n)

    def score(self, n: int, why: Json) -> None:
        self.gain(str(self.root), n)

    # -- windows --

    def window(self, name: str, facts: Json) -> None:
        self.play_out(self.collect(name, facts), facts)

    def collect(self, name: str, facts: Json) -> list[Any]:
        """The cards of a window in the order of their arrival, ``timing: before`` first."""
        arrivals: list[tuple[str, str, list[str]]] = []
        refused: set[str] = set()
        used: set[str] = set()  # an ability works once a window
        while True:
            offers: dict[str, list[str]] = {}
            for player in self.players:
                found = self.reactions(player, name, facts, used)
                if found and player not in refused:
                    offers[player] = found
            if not offers:
                break
            texts = [f"noreact {player}" for player in offers]
            texts += [text for found in offers.values() for text in found]
            words = self.answer(sorted(offers), "react", texts).split()
            if words[0] == "noreact":
                refused.add(words[1])
            else:
                if words[2] in self.hands[words[1]]:
                    self.hands[words[1]].remove(words[2])
                else:
                    used.add(words[2])
                self.arrive(words[1], words[2], words[3:], arrivals)
                refused = set()
        before = [a for a in arrivals if self.thing(a[1]).get("timing") == "before"]
        return [*before, *(a for a in arrivals if a not in before)]

    def reactions(self, player: str, name: str, facts: Json, used: set[str]) -> list[str]:
        """The texts a player could react with: reactions in hand, abilities in play (FF-7)."""
        held = [c for c in sorted(self.hands[player]) if self.thing(c)["type"] == "reaction"]
        found = []
        for thing in [*held, *(a for a in self.abilities(player) if a not in used)]:
            card = self.thing(thing)
            if card.get("on") != name or not self.fits(card, player, facts):
                continue
            for words in self.targets(card, player, facts):
                found.append(" ".join(["react", player, thing, *words]))
        return found

    def thing(self, name: str) -> Json:
        """A card by the id of its copy, or a racer's record."""
        return self.data.card(name) if "." in name else dict(self.data.racers[name])

    def abilities(self, player: str) -> list[str]:
        """Mods, crew and racers of a player that may carry an ability."""
        cars = self.own(player)
        names = [*self.gangs[player], *(mod for car in cars for mod in car["mods"])]
        names += [car["driver"] for car in cars if car["driver"]]
        return [*names, *(car["racer"] for car in cars)]

    def fits(self, card: Json, player: str, facts: Json) -> bool:
        """FF-155: all of ``when`` must fit, and the card must be payable."""
        when = card.get("when", {})
        cars = facts.get("cars", [facts["car"]] if "car" in facts else [])
        owners = {self.owner(car) for car in cars}
        owners |= {facts["player"]} if "player" in facts else set()
        played = facts.get("card", {})
        if when.get("kind", facts.get("kind")) != facts.get("kind"):
            return False
        mine = when.get("who") == "self"
        if "who" in when and not any((owner == player) == mine for owner in owners):
            return False
        if "type" in when and played.get("type") != when["type"]:
            return False
        if "spell" in when and bool(played.get("spell", False)) != when["spell"]:
            return False
        return self.playable(card, player)

    def arrive(self, player: str, name: str, words: list[str], arrivals: list[Any]) -> None:
        """A reaction reaches the table: being played is an event, which may be reacted to."""
        if "." in name and self.data.card(name)["type"] == "reaction":
            late = self.announce(player, name)
            if late is None:
                return
            arrivals.append((player, name, words, late))
        else:
            self.tell("played", by=player, card=name)
            arrivals.append((player, name, words, None))

    def play_out(self, arrivals: list[Any], facts: Json) -> None:
        """FF-151..154."""
        tags = facts.setdefault("tags", set())
        for player, name, words, late in arrivals:
            card = self.thing(name)
            tag = card.get("exclusive")
            if facts.get("cancelled") or (tag is not None and tag in tags):
                if late is not None:
                    self.hands[player].append(name)
                    self.play_out(late[0], {**late[1], "cancelled": True})
                continue
            tags |= {tag} if tag is not None else set()
            if late is None:
                self.effects(card, player, words, facts)
            else:
                self.carry_out(
                    player,
                    name,
                    late,
                    lambda c=card, p=player, w=words: self.effects(c, p, w, facts),
                )

    # -- playing a card --

    def announce(self, player: str, name: str) -> Any:
        """A card has left the hand; None if it is cancelled, else the reactions that wait for it.

        Reactions to it come after what it does, but those with ``timing: before`` (FF-152, FF-154).
        """
        card = self.data.card(name)
        self.style_of[player] -= card.get("cost_style", 0)
        self.tell("played", by=player, card=name)
        played = {"card": card, "player": player, "cancelled": False}
        arrivals = self.collect("card.played", played)
        early = [a for a in arrivals if self.thing(a[1]).get("timing") == "before"]
        self.play_out(early, played)
        late = [a for a in arrivals if a not in early]
        if played["cancelled"]:
            self.discards.append(name)
            self.play_out(late, played)
            return None
        return late, played

    def carry_out(self, player: str, name: str, late: Any, do: Any) -> None:
        """Its point, what it does, and what waited for it."""
        card = self.data.card(name)
        if card.get("style"):
            self.gain(player, 1)
        do()
        if card["type"] in ("action", "reaction"):
            self.discards.append(name)
        self.tell("card.resolved", by=player, card=name, about={"card": card})
        self.play_out(*late)

    def play_card(self, player: str, name: str, do: Any) -> None:
        """A card played for an action or while pulling over."""
        late = self.announce(player, name)
        if late is not None:
            self.carry_out(player, name, late, do)

    def effects(self, card: Json, player: str, words: list[str], facts: Json) -> None:
        """All effects of a card; none of them scores as a move action."""
        root, self.root = self.root, None
        words = list(words)
        kept: Json = {}
        for effect in card.get("do", []):
            self.effect(effect, player, words, kept, facts)
        self.root = root

    # -- the pile --

    def draw_card(self, player: str) -> None:
        """FF-136."""
        if not self.pile:
            if not self.discards:
                return
            self.pile = self.shuffled("shuffle", self.discards)
            self.discards = []
        ordered = self.options["ordered"]
        names = self.pile[:1] if ordered else self.pile
        name = self.chance("card", [f"card {player} {name}" for name in names])
        self.pile.remove(name)
        self.hands[player].append(name)
        self.tell("drawn", by=player)

    def shuffled(self, kind: str, names: list[str]) -> list[str]:
        """A new order, asked only where the service keeps it."""
        if not self.options["ordered"]:
            return sorted(names)
        text = self.answer(["chance"], kind, [" ".join([kind, *sorted(names)])])
        return text.split()[1:]
