"""Why a text is not accepted: the code of section 17 and a sentence (FF-162)."""

from __future__ import annotations

from typing import Final

from ...errors import shown
from ...told import Told
from .asking import CHANCE, Ask
from .content import ACTION, CREW, MOD
from .explain import why_no_drift
from .grid import WAYS, read_cell
from .moment import Moment
from .pack import Car
from .race import DUAL_ADVANCES, Race
from .targets import allowed

Refusal = tuple[str, str]

ACT_VERBS: Final = ("adv", "drift", "play", "fix", "pull", "crew", "swap", "pass", "end", "style")
CHANCE_VERBS: Final = ("die", "mat", "card", "deck", "shuffle")
NAMING: Final = ("place", "mull", "deploy", "free", "extra", "react", "noreact", "choose", "spin")
"""Verbs that are followed by a player or a car."""
REACTING: Final = ("react", "noreact")
"""Verbs of a window: players say them, and several may be asked at one time."""
ASKED: Final = {
    "place": "place", "mull": "mull", "deploy": "deploy", "opt": "opt", "free": "free",
    "disc": "disc", "take": "take", "extra": "extra", "react": "react", "noreact": "react",
    "choose": "choose", "spin": "spin",
}  # fmt: skip
"""The question that a verb answers."""
COUNTS: Final = {
    "pass": (1,), "end": (1,), "style": (2,), "swap": (2,), "crew": (3,), "mull": (3,),
    "place": (3,), "free": (3,), "extra": (3,), "noreact": (2,), "choose": (3,), "spin": (3,),
    "take": (2,), "die": (2,), "mat": (3,), "card": (3,), "adv": (1, 2), "fix": (1, 2),
    "pull": (1, 2), "drift": (2, 3),
}  # fmt: skip
"""How many words a command may have; others have as many as they like."""


def refusal(moment: Moment, text: str, player: str | None = None) -> Refusal:
    """The code and the sentence for a text that answers nothing here.

    ``player``  who says it, if known: what others hold or might answer is told to nobody else
    """
    ask = moment.ask
    if ask is None:
        return "game-over", "The race is over (FF-134)."
    words = text.split(" ")
    verb = words[0]
    known = verb in ACT_VERBS or verb in CHANCE_VERBS or verb in ASKED
    if not known or "" in words or len(words) not in COUNTS.get(verb, (len(words),)):
        return "bad-syntax", _no_command(text)
    if verb in CHANCE_VERBS:
        return _chance(moment, ask, words)
    if verb in NAMING:
        named = _named(moment, ask, words, player)
        if named is not None:
            return named
    expected = "act" if verb in ACT_VERBS else ASKED[verb]
    if ask.kind != expected and not (ask.kind == "take" and verb in ("end", "style")):
        if expected == "react":
            return "no-window", "No window is open (FF-151)."
        return "wrong-phase", f"{ask.awaited} (FF-48)."
    if expected == "act":
        return _act(moment, words)
    return _answer(moment, ask, words)


def _no_command(text: str) -> Told:
    said = "{text} is no command; the list of legal ones has those of now."
    return Told("no_command", said, text=shown(text))


def no_player(race: Race, name: str) -> Told:
    """Nobody of that letter plays."""
    said = "There is no player {name}; there are {known}."
    return Told("no_player", said, name=shown(name), known=", ".join(race.players))


def no_card(name: str) -> Told:
    """The data file has no such card, or not so many copies."""
    said = "There is no card {name}; it is written with its copy, like p07.2."
    return Told("no_card", said, name=shown(name))


def no_space(name: str) -> Told:
    """A text is no space."""
    said = "{name} is no space; it is a rank, a side and a column, like 2F1."
    return Told("no_space", said, name=shown(name))


def _chance(moment: Moment, ask: Ask, words: list[str]) -> Refusal:
    verb = words[0]
    if ask.who != (CHANCE,) or ask.kind != verb:
        return "wrong-phase", f"{ask.awaited}."
    if verb == "die":
        return "bad-die", f"{words[1]!r:.20} is no face; 1 to {len(ask.options)} are (FF-4)."
    return "bad-draw", f"{' '.join(words)!r:.60} cannot come now (FF-16, FF-136)."


def _named(moment: Moment, ask: Ask, words: list[str], player: str | None) -> Refusal | None:
    """Somebody is named who is not there, is another one, or is not asked."""
    race = moment.race
    name = words[1] if len(words) > 1 else ""
    if words[0] in REACTING and name not in race.players:
        return "unknown-id", no_player(race, name)
    owner = name if name in race.players else name[:1] if name in race.models else None
    if owner is None:
        said = "There is no player and no racer {name}; there are {known}."
        known = ", ".join(dict.fromkeys((*race.players, *race.models)))
        return "unknown-id", Told("nobody_there", said, name=shown(name), known=known)
    if player not in (None, owner):
        return "not-your-turn", f"That is for {owner} to say."
    if ask.kind != ASKED[words[0]]:
        return None
    if owner in ask.who:
        return None
    if owner in ask.declined:
        return "already-declined", f"{owner} has passed already (FF-151)."
    end = moment.state.end
    if words[0] == "extra" and end is not None and owner in end.declined:
        return "already-declined", f"{owner} takes no more turns (FF-133)."
    if words[0] == "react":
        return "not-triggered", f"{owner} holds nothing that fits (FF-151)."
    return "not-your-turn", f"{', '.join(ask.who)} must answer."


# -- actions --


def _act(moment: Moment, words: list[str]) -> Refusal:
    state = moment.state
    verb, player = words[0], state.turn
    assert player is not None
    if verb == "style":
        if words[1] not in ("action", "card"):
            said = "{word}: a point buys an action or a card (FF-123)."
            return "bad-syntax", Told("buys_what", said, word=shown(words[1]))
        if state.style[player] < 1:
            return "too-few-style", "That needs 1 style (FF-123)."
        return "wrong-phase", "A point buys a card after two were drawn (FF-123)."
    if moment.ask is not None and moment.ask.kind == "act" and state.actions < 1 and verb != "end":
        return "no-action-left", "No action is left (FF-49)."
    if verb in ("adv", "drift", "fix", "pull"):
        return _car(moment, words, player)
    if verb in ("play", "crew", "swap"):
        return _card(moment, words, player)
    return "wrong-phase", "Not at this moment (FF-48)."


def _car(moment: Moment, words: list[str], player: str) -> Refusal:
    """FF-49: moves and repairs."""
    race, pack = moment.race, moment.state.pack
    verb, rest = words[0], words[1:]
    if race.options.dual:
        name = rest.pop(0) if rest else ""
        if name not in race.models:
            said = "Which car? There is no {name}; {known} are yours (FF-140)."
            known = ", ".join(race.cars_of[player])
            return "unknown-id", Told("which_car", said, name=shown(name), known=known)
        if name not in race.cars_of[player]:
            return "not-your-turn", f"{name} is not {player}'s car."
    else:
        name = player
    if len(rest) != (verb == "drift"):
        return "bad-syntax", _no_command(" ".join(words))
    car: Car = pack.cars[name]
    if verb == "adv":
        if moment.state.advances.get(name, 0) >= DUAL_ADVANCES:
            return "advance-limit", f"{name} has made {DUAL_ADVANCES} advances (FF-140)."
        return "blocked-ahead", "A car is right ahead (FF-50)."
    if verb == "drift":
        if rest[0] not in WAYS:
            said = "{word}: a drift goes L, R or B (FF-60)."
            return "bad-syntax", Told("drift_where", said, word=shown(rest[0]))
        return "impossible-place", f"No drift there: {why_no_drift(moment, car, rest[0])} (FF-64)."
    if verb == "fix":
        return "not-damaged", f"{name} is whole (FF-49)."
    return "not-on-walk", f"{name} is not on a sidewalk (FF-96)."


def _card(moment: Moment, words: list[str], player: str) -> Refusal:
    """FF-49: cards from the hand."""
    race, state = moment.race, moment.state
    if len(words) < 2:
        return "bad-syntax", _which_card(words[0])
    missing = _not_held(moment, player, words[1])
    if missing is not None:
        return missing
    card = race.content.by_copy[words[1]]
    wanted = {"play": ACTION, "crew": CREW}.get(words[0], card.type)
    if card.type != wanted:
        return "wrong-card-type", _wrong_type(words[0], words[1], card.type, wanted)
    if state.style[player] < card.cost_style:
        return "too-few-style", f"That needs {card.cost_style} style (FF-125)."
    if words[0] == "crew" and words[2] not in race.players:
        return "unknown-id", no_player(race, words[2])
    if allowed(race, state, player, card) is not None:
        said = "{card} cannot be played now; its limit in the data file is {limit} (FF-155)."
        return "not-an-option", Told("limited", said, card=words[1], limit=card.limit)
    return "not-an-option", _not_like_that(words[1])


def _which_card(verb: str) -> Told:
    return Told("which_card", "{verb}: name a card after it, like p07.2.", verb=verb)


def _wrong_type(verb: str, card: str, kind: str, wanted: str) -> Told:
    said = "{card} is of type {type}, and {verb} takes only {wanted} (FF-7)."
    return Told("card_type", said, verb=verb, card=card, type=kind, wanted=wanted)


def _not_like_that(card: str) -> Told:
    said = "{card} is not played like that now; the list of legal ones says how (FF-155)."
    return Told("not_like_that", said, card=card)


def _not_held(moment: Moment, player: str, card: str) -> Refusal | None:
    if card not in moment.race.content.by_copy:
        return "unknown-id", no_card(card)
    if card not in moment.state.hands[player]:
        said = "{card} is not in {player}'s hand; name one that is."
        return "not-in-hand", Told("card_not_held", said, card=card, player=player)
    return None


# -- other answers --


def _answer(moment: Moment, ask: Ask, words: list[str]) -> Refusal:
    verb = words[0]
    if verb == "take":
        return _take(moment, words)
    if verb == "opt":
        return _opt(moment, ask, words[1:])
    if verb == "react":
        return _react(moment, words)
    if verb == "deploy":
        return _deploy(moment, ask, words)
    if verb == "disc":
        for card in words[1:]:
            missing = _not_held(moment, ask.who[0], card)
            if missing is not None:
                return missing
        return "not-an-option", _disc(ask, words)
    if verb == "place":
        if read_cell(words[2]) is None:
            return "bad-syntax", no_space(words[2])
        if not any(text.startswith(f"place {words[1]} ") for text in ask.texts):
            return "not-your-turn", f"{ask.texts[0].split(' ')[1]} is placed now (FF-21)."
        return "bad-placement", "An empty lane in rank 1, beside or right behind a racer (FF-22)."
    said = "{text} is no answer here; say {known}."
    own = [text for text in ask.texts if text.split(" ")[1:2] == words[1:2]]
    known = " or ".join(own[:8])  # what others may answer could tell what they hold
    return "not-an-option", Told("no_answer", said, text=shown(" ".join(words)), known=known)


def _disc(ask: Ask, words: list[str]) -> Told:
    """Cards of the hand are named, but one twice, or too many or too few."""
    twice = next((card for card in words[1:] if words.count(card) > 1), None)
    if twice is not None:
        return Told("disc_twice", "{card} is named twice; name it once.", card=twice)
    counts = sorted({len(text.split(" ")) - 1 for text in ask.texts})
    said = "Name {counts} cards, neither more nor fewer (FF-48)."
    return Told("disc_count", said, counts=" or ".join(map(str, counts[:8])))


def _take(moment: Moment, words: list[str]) -> Refusal:
    if words[1] not in ("0", "1", "2"):
        said = "{word}: draw 0, 1 or 2 (FF-48)."
        return "bad-syntax", Told("draw_how_many", said, word=shown(words[1]))
    if moment.since:
        return "wrong-phase", "Cards were drawn already (FF-48)."
    limit = moment.race.content.hand_limit
    return "hand-full", f"{limit} cards are the most (FF-48)."


def _opt(moment: Moment, ask: Ask, words: list[str]) -> Refusal:
    """FF-96."""
    kind = words[0] if words else ""
    if kind not in ("none", "repair", "mod", "driver", "unmod", "undrive"):
        said = "{word}: at the curb say none, repair, mod, driver, unmod or undrive (FF-96)."
        return "bad-syntax", Told("at_the_curb", said, word=shown(kind))
    if kind == "repair":
        return "not-damaged", "This car is whole (FF-82)."
    if kind in ("mod", "driver"):
        player, cards = ask.who[0], moment.race.content.by_copy
        if len(words) < 2:
            return "bad-syntax", _which_card(f"opt {kind}")
        gang = moment.state.gangs[player] if kind == "driver" else []
        missing = None if words[1] in gang else _not_held(moment, player, words[1])
        if missing is not None:
            return missing
        wanted = MOD if kind == "mod" else CREW
        if cards[words[1]].type != wanted:
            kind_of = cards[words[1]].type
            return "wrong-card-type", _wrong_type(f"opt {kind}", words[1], kind_of, wanted)
        if len(words) == 2:
            return "no-slot", "Every slot is full: say what is replaced (FF-96)."
    said = "{text} is not possible here; the list of legal ones says what is (FF-96)."
    return "not-an-option", Told("not_here", said, text=shown(" ".join(("opt", *words))))


def _react(moment: Moment, words: list[str]) -> Refusal:
    """FF-151."""
    if len(words) < 3:
        return "bad-syntax", _which_card("react")
    player, name = words[1], words[2]
    cars = (moment.state.pack.cars[car] for car in moment.race.cars_of[player])
    own = [*moment.state.gangs[player]]
    for car in cars:
        own += [car.model, *car.mods, *([car.driver] if car.driver else [])]
    if name not in own:
        missing = _not_held(moment, player, name)
        if missing is not None:
            return missing
    assert moment.ask is not None
    if any(text.split(" ")[:3] == words[:3] for text in moment.ask.texts):
        return "not-an-option", _not_like_that(name)
    return "not-triggered", f"{name} does not fit now (FF-151)."


def _deploy(moment: Moment, ask: Ask, words: list[str]) -> Refusal:
    """FF-26."""
    if len(words) not in (3, 4):
        said = "{text}: say deploy A CARD mod, driver or gang, or deploy A no (FF-26)."
        return "bad-syntax", Told("deploy_how", said, text=shown(" ".join(words)))
    missing = _not_held(moment, ask.who[0], words[2])
    if missing is not None:
        return missing
    if moment.race.content.by_copy[words[2]].type not in (MOD, CREW):
        said = "{card} is neither mod nor crew, so it stays in the hand (FF-26)."
        return "wrong-card-type", Told("deploy_what", said, card=words[2])
    said = "{card} does not go there; the list of legal ones says where (FF-26)."
    return "not-an-option", Told("deploy_where", said, card=words[2])
