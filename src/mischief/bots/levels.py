"""Bots by name: the grammar of line-ups, and four levels for people.

random                every legal move equally likely
heuristic             the game's own rules of thumb
net                   what a net has learnt, without search (games that have one: a `net.bin` in their folder)
net:FILE              the same, of a net of your own (`mischief train` writes runs/GAME/net.bin)
net,warmth=4,reach=6  the game's net, but not always its favourite move: the warmer, the more often another one, out of
                      those that it likes less by a factor of e to the reach at most
search:200ms          search for so long a move (ms or s)
search:500it          search for so many simulations a move; the same seed gives the same moves
master:200ms          search with the game's net at its side; where there is none, plain search
partner:NAME          one with habits of its own, where the game has such (Doctor Rat: partner:silent)
search:200ms,others=1 search with some of its settings changed (bots/search_settings.py), for players unlike our own
easy, normal, hard, master    for people; the same words in every game
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from pathlib import Path

from mischief.bots.bot import Bot, HeuristicBot, RandomBot
from mischief.bots.fallback import Steady
from mischief.bots.master import MasterBot
from mischief.bots.nets import net_policy, own_net
from mischief.bots.search_net import ANYTHING, LIKELIEST
from mischief.bots.thinker import Budget, Clock, SearchBot
from mischief.engine.errors import BadOption
from mischief.engine.game import Game

LEVELS = ("easy", "normal", "hard", "master")
LONGEST = 3.0
"""Seconds that a level thinks about a decision at most."""
NUMBER = r"\d+(?:\.\d+)?"
CHANGES = r"((?:,[^,=]+=[^,=]*)*)"
"""Settings behind a bot's name; whether they can be is looked at one by one, so that it can be said."""
SEARCH = re.compile(rf"(search|master):({NUMBER})(ms|s|it){CHANGES}")
SETTINGS = {
    **dict.fromkeys(("explore", "trust"), 10.0),
    **dict.fromkeys(("wild", "others", "regret", "nets", "beliefs", "heed", "lean", "scatter", "warmth"), 1.0),
    "cutoff": 1000.0,
}
"""What a line-up may set, and up to which number."""
NET = re.compile(rf"net{CHANGES}")
STRAYING = {"warmth": 100.0, "reach": 100.0}
"""The same for a net."""
SHORTEST = 0.01
"""Seconds of thinking below which rules of thumb are the better player."""


class BadBot(BadOption):
    """A line-up that names no bot we know."""


def make_bot(word: str, game: Game, clock: Clock = time.perf_counter) -> Bot:
    """The bot that a word of a line-up names, for one game; it counts seconds by `clock`."""
    word = tidy(word)
    if meant(word, game) != word:
        bot = make_bot(meant(word, game), game, clock)
        bot.word = word
        return bot
    if word == "random":
        return RandomBot()
    if word in ("heuristic", "normal"):
        return HeuristicBot(game.heuristic(), word=word)
    if word == "easy":
        return HeuristicBot(game.heuristic(), slips=game.slips, word=word)
    if word.startswith("net:") or NET.fullmatch(word):
        return _net_bot(game, word)
    if word.startswith("partner:"):
        return _partner(game, word)
    found = SEARCH.fullmatch(word)
    if found is None:
        raise BadBot(
            f"There is no bot {word!r}: there are random, heuristic, net, easy, normal, hard, master, search or master "
            "with a budget, such as search:200ms, master:1s or search:500it (and settings: search:1s,others=1), and a "
            "net of your own, such as net:runs/piratz/net.bin."
        )
    kind, amount, unit = found.group(1), float(found.group(2)), found.group(3)
    if amount <= 0 or (unit == "it" and amount != int(amount)):
        raise BadBot(f"{word!r}: a budget is more than nothing, and simulations are counted whole.")
    budget = Budget(simulations=int(amount)) if unit == "it" else Budget(seconds=amount / (1000 if unit == "ms" else 1))
    settings = _settings(word, found.group(4), SETTINGS)
    plain = f"{kind}:{budget}{found.group(4)}"
    if kind == "master":
        return MasterBot(game, budget, plain, clock, None, **settings)
    return SearchBot(game, budget, plain, clock, **settings)


def _settings(word: str, text: str, known: Mapping[str, float]) -> dict[str, float]:
    """The settings of a bot, each of them known and in bounds."""
    found: dict[str, float] = {}
    for name, value in (pair.split("=") for pair in text.split(",") if pair):
        most = known.get(name)
        if most is None:
            bot = "a net" if known is STRAYING else "a search"
            raise BadBot(f"{word!r}: {bot} has no setting {name!r} for line-ups; it has {', '.join(known)}.")
        if not re.fullmatch(NUMBER, value) or float(value) > most:
            raise BadBot(f"{word!r}: {name} is a number from 0 to {most:g}, not {value or 'nothing'}.")
        found[name] = float(value)
    return found


def tidy(word: str) -> str:
    """A word of a line-up as it is compared: in small letters, but for the name of a file."""
    word = word.strip()
    kind, colon, file = word.partition(":")
    return f"net:{file}" if colon and kind.lower() == "net" else word.lower()


def _net_bot(game: Game, word: str) -> Bot:
    path = Path(word.removeprefix("net:")) if word.startswith("net:") else None
    settings = {} if path else _settings(word, word.removeprefix("net"), STRAYING)
    policy = net_policy(game, settings.get("warmth", LIKELIEST), path, settings.get("reach", ANYTHING))
    if policy is None:
        raise BadBot(f"{game.info.title} has no net for this table; `mischief train {game.info.id}` makes one.")
    return HeuristicBot(policy, word=word)


def _partner(game: Game, word: str) -> Bot:
    policy = game.partner(word.removeprefix("partner:"))
    if policy is None:
        names = ", ".join(f"partner:{name}" for name in game.parts.partners)
        there = f"it has {names}" if names else "it has no partners with habits of their own"
        raise BadBot(f"{game.info.title} has no {word!r}: {there}.")
    return HeuristicBot(policy, word=word)


def meant(word: str, game: Game) -> str:
    """What a level comes down to at this table: what the game says, if that can be had here. Else `hard` plays by the
    net, or searches where nothing was learnt. With a net at its side a master finds hardly anything after the first
    tenth of a second (docs/bots.md); without, it thinks for longer."""
    own = game.levels.get(word)
    if own and (own_net(game) or not own.startswith(("net", "master"))):
        return own
    if word == "hard":
        return "net" if own_net(game) else "search:1s"
    if word == "master":
        return "master:1s" if own_net(game) else f"master:{LONGEST:g}s"
    return word


def seconds_of(word: str) -> float:
    """How long a bot thinks about a decision, if that is fixed; the others answer as soon as they can."""
    if word == "master":
        return LONGEST
    found = SEARCH.fullmatch(word)
    if found is None or found.group(3) == "it":
        return 0.0
    return float(found.group(2)) / (1000 if found.group(3) == "ms" else 1)


def trials_of(word: str) -> int:
    """How many simulations a bot makes before a decision, if it counts them."""
    found = SEARCH.fullmatch(word)
    return int(found.group(2)) if found is not None and found.group(3) == "it" else 0


def for_so_long(word: str, seconds: float) -> str:
    """The bot that thinks as this one does, but for so long."""
    if seconds < SHORTEST:
        return "heuristic"
    return f"{'master' if word.startswith('master') else 'search'}:{seconds:.3f}s"


def steady_bot(word: str, game: Game, allowance: float | None = None, clock: Clock = time.perf_counter) -> Steady:
    """The same bot with simpler ones behind it, so that the game goes on whatever happens."""
    chain = [make_bot(word, game, clock)]
    if meant(tidy(word), game) not in ("random", "heuristic", "easy", "normal"):
        chain.append(HeuristicBot(game.heuristic()))
    if chain[0].word != "random":
        chain.append(RandomBot())
    return Steady(chain, allowance)
