"""Doctor Rat: the rules.

The Doctor knows the secret diet of every group of rats and may not speak of it. In each of eight meals he serves one
card for each group (phase B); the rats agree who eats which, from the plate in the centre or from the trash can
(phase C); and each group hears whether its food was good or bad for it (phase D). A third cross of any group loses the
game for all, and so does a single cross in the eighth meal, the exam. Everyone wins together or loses together.

The rules are one class in layers, each in its own file and built on the one before: table.py (what lies there),
setup.py, rules_verdicts.py, rules_complications.py, rules_choosing.py, rules_dinner.py, legal.py, imagining.py; here is
what ties them together. A meal runs through them from rules_dinner.py back to rules_verdicts.py and then begins again.
Diets are in rules_diets.py, which of them are possible in rules_candidates.py, how they are dealt in setup_supply.py.
Colleagues, where two Doctors feed each other, share all of it but phase B and their two Yuck! windows.

Rulings that bent the text: a choice of the rats is a proposal and a vote, and after three failures one seat has the
last word (DR-5.4 to DR-5.8); the Doctor picks his cards in rising order, so that one dinner is one sequence; what a
draw brings is decided when it is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import numbers as n
from .house import House
from .imagining import DoctorRatImagining
from .sets import one
from .table import empty_blocks

if TYPE_CHECKING:
    from mischief.engine.game import Game


@final
@mypyc_attr(free_list_len=1)
class DoctorRat(DoctorRatImagining):
    """A table of Doctor Rat, and what happens at it."""

    def clone(self) -> State:
        copy = DoctorRat(self.game, self.house, self.blocks[:], self.ghosts[:])
        self.copy_into(copy)
        copy.keep_past_of(self)
        return copy

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if not self.told and phase != n.DEAL_IDENTITY:
            self.tell_start()
        if seat == DEALER:
            self.deal(action)
        elif phase == n.C_PROPOSE or phase == n.C_REPLACE or phase == n.C_FINAL or phase == n.C_REPLACE_FINAL:
            self.propose(action)
        elif phase == n.B_PICK:
            if action == n.YUCK_FRONT:
                self.yuck_stock(seat)
            else:
                self.pick_for_dinner(action)
        elif phase == n.C_VOTE or phase == n.C_REPLACE_VOTE:
            self.vote(seat, action == n.ACCEPT)
        elif phase == n.C_YUCK:
            self.answer_yuck_window(seat, action)
        elif phase == n.B_SPECIAL:
            self.use_special(action)
        elif phase == n.B_STRICT:
            self.hand_strict_card(action)
        elif phase == n.B_YUCK:
            self.answer_yuck_front(seat, action)
        elif phase == n.C_GLUTTONY_YUCK:
            if action == n.PASS:
                self.begin_megalomania()
            else:
                self.yuck_back(seat, action - n.YUCK_BACK, 1)
                self.ask_glutton()
        elif phase == n.C_MADNESS:
            self.keep_of_madness(action)
        elif phase == n.C_INSOMNIA:
            self.take(self.group_under(n.INSOMNIA), action, seat)
            self.feed_paranoiac()
        elif phase == n.C_PARANOIA:
            self.take(self.group_under(n.PARANOIA), action, seat)
            self.begin_choice()
        elif phase == n.C_GLUTTONY:
            self.take_extra(action)
        elif phase == n.C_PREDICT:
            self.predict(action == n.PREDICT_GOOD)
        elif phase == n.E_HOLDER:
            self.hand_complication(action - n.SEAT)
        else:
            self.choose_part(seat, action)

    def deal(self, outcome: i64) -> None:
        phase = self.phase
        if phase == n.DEAL_IDENTITY:
            self.lay_identity(outcome - n.DEALT_IDENTITY)
            return
        if phase == n.DEAL_DIET:
            self.draw_diet(outcome - n.DEALT_DIET)
            return
        if phase == n.DEAL_SPEC:
            self.deal_part(outcome)
            return
        if phase == n.DEAL_COMPLICATION:
            self.draw_complication(outcome - n.DEALT_COMPLICATION)
            return
        card = one(outcome)
        self.pile &= ~card
        self.to_draw -= 1
        if phase == n.DEAL_STOCK:
            self.stock |= card
            if self.to_draw == 0:
                self.stock_is_drawn()
        elif phase == n.DEAL_CENTRE:
            self.centre |= card
            if self.to_draw == 0:
                self.centre_is_drawn()
        elif phase == n.DEAL_TRASH:
            self.trash |= card
            if self.to_draw == 0:
                self.trash_is_seeded()
        elif phase == n.DEAL_EXTRA:
            self.extra = outcome
            self.consider_specials()
        else:
            self.hand |= card
            if self.to_draw == 0:
                self.madness_is_drawn()

    def share(self, seat: i64) -> float:
        """All alike: the table wins or loses together (DR-14.1)."""
        return 1.0 if self.reason == n.EXAM_PASSED else 0.0


def new_table(game: Game, house: House) -> DoctorRat:
    """A table before anything is dealt."""
    table = blank_table(game, house)
    table.open_table()
    return table


def blank_table(game: Game, house: House) -> DoctorRat:
    """A table with nothing on it, and no answers of Megalomania to remember."""
    return DoctorRat(game, house, empty_blocks(house.groups), vec[i64]())
