"""The table of Doctor Rat in the terminal: rows and plates for all, the desk for the Doctor alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from mischief.engine.drawing import Easel, many, style_of

from . import numbers as n
from .cards import COLOURS, TYPES

if TYPE_CHECKING:
    from .game import DoctorRatGame
    from .view import DoctorRatView, GroupView

LETTERS = "ABC"
MARKS = {"good": "✓ good", "bad": "✗ bad"}
MOST_CROSSES = 3
TOKENS = {"yuck": "Yuck!", "medicine": "Medicine", "strict": "Strict Menu"}
SOURCES = {
    "centre": "centre",
    "trash": "trash can",
    "pile": "pile",
    "doctor": "Doctor",
    "moved": "plate of another group",
}
CALLED = {"liquid": "drinks", "vegetable": "vegetables", "cheese": "cheeses"}


def draw(game: DoctorRatGame, view: DoctorRatView, names: Sequence[str]) -> RenderableType:
    easel = Easel(game, view, names)
    for g, group in enumerate(view.groups):
        _group(easel, view, g, group)
    easel.gap()
    _kitchen(easel, view)
    _choice(easel, view)
    _desk(easel, view)
    _unseen(easel, view)
    _voice(easel, view)
    _ending(easel, view)
    exam = "the exam" if view.meal == n.MEALS else ""
    who = "two teams" if view.doctor is None else f"{easel.name(view.doctor)} as the Doctor"
    return easel.done(game.info.title, who, f"meal {view.meal} of {int(n.MEALS)}", exam)


def food(easel: Easel, card: str | None) -> str:
    """A food by what it shows, with the code that is typed."""
    return "no card, as none was left" if card is None else f"{easel.piece(card)} ({card})"


def foods(easel: Easel, cards: Iterable[str] | None) -> str:
    return "; ".join(food(easel, card) for card in cards or ()) or "none"


def diet_says(easel: Easel, diet: dict[str, Any]) -> str:
    of = diet.get("specs") or ([diet["category"]] if diet.get("category") else [])
    return easel.piece(diet["kind"]) + (f" ({', '.join(map(easel.piece, of))})" if of else "")


# Groups


def _group(easel: Easel, view: DoctorRatView, g: int, group: GroupView) -> None:
    members = easel.them(group.seats)
    speaker = "" if group.seats == [group.speaker] else f"; {easel.does(group.speaker, 'speaks', 'speak')}"
    easel.row(f"Group {LETTERS[g]}", Text(members, style_of(group.seats[0]) if group.seats else "") + Text(speaker))
    if group.diet is not None:
        diet = diet_says(easel, group.diet)
    else:
        diet = "secret" if group.has_diet else "not given yet"
    easel.row("", f"Identity {easel.piece(group.identity) if group.identity else 'to be drawn'}; diet {diet}")
    row = "; ".join(_entry(easel, place, entry) for place, entry in enumerate(group.row, 1))
    easel.row("", f"row: {row or 'empty'}")
    told = f"{group.crosses} of {MOST_CROSSES} crosses, {many(group.run, 'good meal')} in a row"
    if group.medicine is not None:
        told += f"; Medicine covers places {group.medicine + 1} and {group.medicine + 2}"
    easel.row("", told)
    if group.pending is not None:
        holder = group.pending["holder"]
        with_whom = "nobody has it yet" if holder is None else easel.does(holder, "has it", "have it")
        easel.row("", f"complication: {easel.piece(group.pending['complication'])}, {with_whom}")
    for ghost in group.ghosts:
        after = f"after {food(easel, ghost['via'])}, " if ghost["via"] else ""
        verdict = "good" if ghost["good"] else "bad"
        easel.row("", f"told at place {ghost['after'] + 1}: {after}{food(easel, ghost['card'])} would be {verdict}")
    plates = [claim for claim in view.claims if claim["group"] == g]
    for claim in plates:
        source = f", from the {SOURCES[claim['from']]}" if claim["from"] else ""
        easel.row("", f"{'extra card' if claim['extra'] else 'on the plate'}: {food(easel, claim['card'])}{source}")
    banned = [ban["card"] for ban in view.bans if ban["group"] == g]
    if banned:
        easel.row("", f"sent back in this meal: {foods(easel, banned)}")


def _entry(easel: Easel, place: int, entry: dict[str, Any]) -> str:
    if "complication" in entry:
        return f"{place}: [{easel.piece(entry['complication'])}]"
    return f"{place}: {easel.piece(entry['card'])} {MARKS[entry['mark']]}"


# The table


def _kitchen(easel: Easel, view: DoctorRatView) -> None:
    easel.row("Centre", _judged(easel, view, view.centre))
    easel.row("Trash can", _judged(easel, view, view.trash))
    if view.strict is not None:
        card = "its card is not given yet" if view.strict["card"] is None else food(easel, view.strict["card"])
        easel.row("Strict Menu", f"group {LETTERS[view.strict['group']]}: {card}")
    easel.row("Tokens", ", ".join(f"{TOKENS[name]} {left}" for name, left in view.tokens.items()))
    if view.complication_supply:
        easel.row("Not drawn", "complications: " + ", ".join(map(easel.piece, view.complication_supply)))
    piles = f"{many(view.pile_size, 'card')} in the pile, {view.stock_size} in the stock"
    easel.row("Cards", f"{piles}, {view.removed_size} out of the game")
    if view.first_player is not None:
        easel.row("First player", easel.name(view.first_player))


def _choice(easel: Easel, view: DoctorRatView) -> None:
    """A choice under way: proposal and votes, a complication's cards, predictions, the window."""
    if view.vote is not None:
        vote = view.vote
        easel.row("Chair", f"{easel.name(vote.chair)}; to agree: {easel.them(vote.voters)}")
        proposed = (f"{LETTERS[p['group']]} eats {food(easel, p['card'])}" for p in vote.proposal)
        easel.row("Proposal", "; ".join(proposed) or "nothing yet")
        if vote.next_group is not None:
            easel.row("Next", f"a card for group {LETTERS[vote.next_group]}")
        mine = "" if vote.mine is None else f"; you {vote.mine}"
        easel.row("Voted", f"{easel.them(vote.voted)}{mine}")
        easel.row("Proposed by", easel.them(vote.tried))
    if view.madness is not None:
        held = many(view.madness["count"], "card")
        shown = "" if view.madness["cards"] is None else f": {foods(easel, view.madness['cards'])}"
        easel.row("Madness", f"{easel.does(view.madness['holder'], 'holds', 'hold')} {held}{shown}")
    if view.predicting is not None:
        asked = view.predicting
        easel.row("Foretell", f"{food(easel, asked['card'])} for group {LETTERS[asked['group']]}")
    if view.predictions:
        easel.row("Foretold", ", ".join(view.predictions))
    if view.window is not None:
        easel.row("Asked", f"team {view.window}")


def _desk(easel: Easel, view: DoctorRatView) -> None:
    """What lies behind the Doctor's screen; of a colleague, what the team has set for the other."""
    if view.stock is not None:
        easel.row("Stock", _judged(easel, view, view.stock))
    if view.picked is not None:
        easel.row("Picked", _judged(easel, view, view.picked))
    if view.extra is not None:
        easel.row("Extra card", _judged(easel, view, [view.extra]))
    if view.removed is not None:
        easel.row("Out", foods(easel, view.removed))
    if view.discards:
        easel.row("Put away", foods(easel, view.discards))
    for part in view.setup:
        specs = ", ".join(map(easel.piece, part["specs"])) or "nothing more yet"
        if part.get("families"):
            specs += f" (drawn from {easel.piece(part['families'])})"
        easel.row("Setting", f"group {LETTERS[part['group']]}: {easel.piece(part['kind'])}, {specs}")


def _judged(easel: Easel, view: DoctorRatView, cards: Sequence[str]) -> str:
    """Cards, and for which groups each would be good now."""
    told = []
    for card in cards:
        verdicts = (view.good_for or {}).get(card)
        good = "" if verdicts is None else "".join(LETTERS[g] for g, fits in enumerate(verdicts) if fits) or "nobody"
        told.append(food(easel, card) + (f" good for {good}" if good else ""))
    return "; ".join(told) or "none"


def _unseen(easel: Easel, view: DoctorRatView) -> None:
    """The foods that the viewer cannot place, as a small table: how many are on each card."""
    easel.gap()
    there = set(view.unseen)
    rows = []
    for letter, kind in TYPES.items():
        cells = (" ".join(str(q) for q in range(1, 5) if f"{letter}{c}{q}" in there) or "–" for c in COLOURS)
        rows.append((CALLED[kind], *cells))
    easel.grid((f"Not seen: {len(view.unseen)}", *COLOURS.values()), rows)


def _voice(easel: Easel, view: DoctorRatView) -> None:
    """Who hears you now: in this game silence is a rule (DR-12)."""
    speech = view.speech
    if view.seat is None:
        return
    heard = {"open": "everybody hears you", "team": "your team hears you"}
    told = ", ".join(heard[channel] for channel in speech.channels) or "nobody hears you"
    why = f". {speech.sentence} [{speech.clause}]" if speech.sentence else ""
    easel.row("Talk", f"{told}{', so think aloud' if speech.think_aloud else ''}{why}")


def _ending(easel: Easel, view: DoctorRatView) -> None:
    ending = view.ending
    if ending is None:
        return
    whose = "" if ending.group is None else f", group {LETTERS[ending.group]}"
    easel.row("End", f"{'won' if ending.win else 'lost'}: {easel.piece(ending.reason)}{whose}")
    easel.row("", f"{many(ending.meals_completed, 'meal')} completed, {many(ending.tokens_used, 'token')} used")
    for g, crosses in enumerate(ending.crosses):
        exam = {None: "not announced", True: "good", False: "bad"}[ending.exam_good[g]]
        easel.row(
            "",
            f"group {LETTERS[g]}: {many(crosses, 'cross', 'crosses')}, {ending.covered[g]} places covered, "
            f"{many(ending.candidates_left[g], 'diet')} still possible, last card of the exam {exam}",
        )
    for verdict in ending.verdicts:
        good = "good" if verdict["good"] else "bad"
        easel.row("", f"group {LETTERS[verdict['group']]}: {food(easel, verdict['card'])} would have been {good}")
