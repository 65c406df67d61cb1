"""Looks at whole games closely and gathers evidence: what one state cannot show, many can.

An `Examiner` goes along with random games of one table. What breaks a promise is raised at once; at the end `conclude`
raises what only all games together show, and says what there was not enough of to judge.
"""

from __future__ import annotations

import msgspec

from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.invariants import Broken, check_choices, check_components, check_end
from mischief.engine.invariants_chance import check_sample
from mischief.engine.invariants_secrets import check_heuristic, check_pair
from mischief.engine.invariants_words import Told, misspelt_moves
from mischief.engine.seats import DEALER
from mischief.engine.state import State

LOOKS = 24
"""Dear looks at a game, about: pairs of moves, draws of the Dealer, the heuristic's choices."""
LONGEST = 100_000
ENOUGH_PAIRS = 30
ENOUGH_DRAWS = 3
ENOUGH_CHOICES = 20


class Evidence(msgspec.Struct):
    """How much has been looked at."""

    games: int = 0
    pairs: int = 0
    hidden: int = 0
    draws: int = 0
    choices: int = 0
    blind: int = 0


class Examiner:
    """Examines games of one table (its seats and options)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.policy = game.heuristic()
        self.told = Told(game)
        self.evidence = Evidence()
        if trouble := misspelt_moves(game):
            raise Broken(trouble, game.begin())

    def examine(self, rng: Rng, usual: int) -> None:
        """One random game in which seats that decide together do so in any order; `usual` is how long games are."""
        state = self.game.begin()
        state.listener = self.told.hear
        components = dict(self.game.components_of(state))
        self.evidence.games += 1
        every, looks = max(1, usual // LOOKS), 0
        for _ in range(LONGEST):
            actors = state.actors()
            if not actors:
                break
            if rng.below(every) == 0:
                self.look(state, rng)
                looks += 1
                if looks % LOOKS == 0:  # the game is longer than was thought
                    every *= 3
            seat = actors[rng.below(len(actors))]
            legal = state.legal(seat) if seat != DEALER else []
            action = int(state.sample(rng)) if seat == DEALER else legal[rng.below(len(legal))]
            state.apply(seat, action)
            if self.told.trouble:
                raise Broken(self.told.trouble, state)
            if components:
                check_components(state, components)
        else:
            raise Broken(f"the game did not end within {LONGEST} decisions", state)
        check_end(state)

    def look(self, state: State, rng: Rng) -> None:
        """One close look at a state on the way."""
        check_choices(state)
        found = self.evidence
        found.pairs += 1
        found.hidden += check_pair(state, rng)
        if state.actor() == DEALER:
            found.draws += check_sample(state, rng)
        else:
            found.choices += 1
            found.blind += check_heuristic(state, self.policy, rng)

    def conclude(self) -> list[str]:
        """What the games could not show, in sentences. Raises Broken for what only all of them together show."""
        if trouble := self.told.misspelt():
            raise Broken(trouble, self.game.begin())
        found = self.evidence
        if not found.games:
            return ["No game was looked at closely."]
        notes = []
        if not found.hidden:
            notes.append("Nothing that one seat does was hidden from another: imagine, glimpse and `only` had no test.")
        elif found.hidden < ENOUGH_PAIRS:
            notes.append(f"Secrets were compared only {found.hidden} times: play more games to be sure of them.")
        elif not found.blind:
            notes.append("Imagined worlds were always the true one where the heuristic chose: peeking had no test.")
        if found.draws < ENOUGH_DRAWS:
            notes.append(
                "The Dealer had no choice that was looked at: sample had no test."
                if not found.draws
                else f"sample was tried at only {found.draws} states: play more games to be sure of it."
            )
        if found.choices < ENOUGH_CHOICES:
            notes.append(f"The heuristic was asked only {found.choices} times: play more games to be sure of it.")
        if unheard := self.told.unheard():
            notes.append(f"Too seldom told to test their words: {', '.join(sorted(unheard))}.")
        if self.game.parts.components is None:
            notes.append("Components are not counted: game.py has no `components` among its parts.")
        return notes
