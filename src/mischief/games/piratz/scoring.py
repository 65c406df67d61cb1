"""Scoring: treasure by treasure, the seats with most of it win its cubes (PZ-10 to PZ-12)."""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from . import numbers as n
from .cards import COLOURS, TREASURES
from .sets import size
from .table import PiratzTable


class PiratzScoring(PiratzTable):
    """A table whose piles are scored."""

    def standing(self, seat: i64, kind: i64) -> i64:
        """A seat's standing for one treasure: more treasures, then more rats, then fewer cards (PZ-10.4, PZ-11.1,
        PZ-11.2) make the higher number; NOBODY's if it has no place at all (PZ-10.7)."""
        pile = self.piles[seat]
        count = self.house.treasures(pile, kind)
        if count == 0 and not self.house.zero_scores:
            return NOBODY
        return (count << 12) + (size(pile & self.house.rats) << 6) + n.CARDS - size(pile)

    def score_from(self, kind: i64) -> None:
        """Give out the cubes, treasure by treasure from this one on, until a seat has to choose (PZ-10.2)."""
        while kind < n.KINDS:
            if self.listener is not None:
                self.tell_of_ranking(kind)
            winner = self.in_place(kind, 1)
            if winner < 0:
                self.lose_cubes(kind, winner)
            elif self.has_choice(kind):
                self.kind = kind
                self.active = winner
                self.phase = n.CHOOSE_CUBE
                return
            else:
                self.award(kind, winner, True)
            kind += 1
        self.phase = n.OVER
        self.active = NOBODY
        if self.listener is not None:
            self.tell("game_over", {"scores": self.all_scores(), "winners": self.winners()})

    def in_place(self, kind: i64, place: i64) -> i64:
        """The seat in first or second place for one treasure; TIED where a tie is left over at this place or above it
        (PZ-11.3), NOBODY where no seat is ranked."""
        ceiling: i64 = 1 << 30
        seat: i64 = NOBODY
        for _ in range(place):
            best: i64 = NOBODY
            sharing: i64 = 0
            for other in range(self.seats):
                standing = self.standing(other, kind)
                if standing > best and standing < ceiling:
                    best = standing
                    seat = other
                    sharing = 1
                elif standing == best:
                    sharing += 1
            if best == NOBODY:
                return NOBODY
            if sharing > 1:
                return n.TIED
            ceiling = best
        return seat

    def has_choice(self, kind: i64) -> bool:
        """Whether the first-placed seat is asked: not about one cube, nor about equal ones (PZ-10.6, PZ-10.9)."""
        if self.house.boxes_each == 1 or self.house.auto_high:
            return False
        return self.boxes[2 * kind] != self.boxes[2 * kind + 1]

    def choose_cube(self, dearer: bool) -> None:
        self.award(self.kind, self.active, dearer)
        self.score_from(self.kind + 1)

    def award(self, kind: i64, winner: i64, dearer: bool) -> None:
        """First place takes its cube; the other goes to second place (PZ-10.5), or to nobody (PZ-10.8, PZ-11.4)."""
        box = kind * self.house.boxes_each
        if self.house.boxes_each == 1:
            self.win_cube(kind, box, winner, 1)
            return
        self.win_cube(kind, box if dearer else box + 1, winner, 1)
        second = self.in_place(kind, 2)
        if second < 0:
            self.lose_cubes(kind, second)
        else:
            self.win_cube(kind, box + 1 if dearer else box, second, 2)

    def win_cube(self, kind: i64, box: i64, seat: i64, place: i64) -> None:
        colour = self.boxes[box]
        self.boxes[box] = n.EMPTY
        self.keep_cube(seat, colour)
        if self.listener is not None:
            self.tell(
                "cube_won",
                {"treasure": TREASURES[kind], "seat": int(seat), "cube": COLOURS[colour], "place": int(place)},
            )

    def keep_cube(self, seat: i64, colour: i64) -> None:
        self.won = append(self.won, seat * n.CUBE_COLOURS + colour)

    def lose_cubes(self, kind: i64, why: i64) -> None:
        """What nobody wins stays on the score card (PZ-10.8)."""
        if self.listener is not None:
            reason = "tie" if why == n.TIED else "nobody"
            self.tell("cube_lost", {"treasure": TREASURES[kind], "cubes": self.cubes_on(kind), "reason": reason})

    def score(self, seat: i64) -> i64:
        """The value of a seat's cubes: gold 4, silver 3, copper 2, wood 1 (PZ-12.1)."""
        points: i64 = 0
        for i in range(i64(len(self.won))):
            if self.won[i] // n.CUBE_COLOURS == seat:
                points += n.CUBE_COLOURS - self.won[i] % n.CUBE_COLOURS
        return points

    def share(self, seat: i64) -> float:
        """The highest score wins; equals share (PZ-12.2, PZ-12.3)."""
        mine = self.score(seat)
        sharing: i64 = 0
        for other in range(self.seats):
            theirs = self.score(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / float(sharing)

    def all_scores(self) -> list[int]:
        return [int(self.score(seat)) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        scores = self.all_scores()
        return [seat for seat in range(len(scores)) if scores[seat] == max(scores)]

    def tell_of_ranking(self, kind: i64) -> None:
        """Counts, rats and pile sizes of all seats; the seats ranked for this treasure, best first; and the ties that
        nothing breaks."""
        standings = [(-int(self.standing(seat, kind)), int(seat)) for seat in range(self.seats)]
        ranked = sorted([(low, seat) for low, seat in standings if low != -int(NOBODY)])
        groups = [[seat for same, seat in ranked if same == low] for low in sorted({low for low, _ in ranked})]
        counts = [int(self.house.treasures(self.piles[seat], kind)) for seat in range(self.seats)]
        rats = [int(size(self.piles[seat] & self.house.rats)) for seat in range(self.seats)]
        broken: list[str] = []
        for place in range(min(int(self.house.boxes_each), len(ranked) - 1)):
            a, b = ranked[place][1], ranked[place + 1][1]
            if counts[a] == counts[b] and ranked[place][0] != ranked[place + 1][0]:
                broken.append("More rats" if rats[a] != rats[b] else "The smaller pile")
        self.tell(
            "treasure_scored",
            {
                "treasure": TREASURES[kind],
                "counts": counts,
                "rats": rats,
                "tie_break": broken[0] if broken else None,
                "pile_sizes": [int(size(self.piles[seat])) for seat in range(self.seats)],
                "ranking": [seat for _, seat in ranked],
                "ties": [group for group in groups if len(group) > 1],
            },
        )
