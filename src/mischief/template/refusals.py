"""Why a move is not legal now: the sentence and the clause that forbids it."""

from .rules import LastCrumb


def why_not(state: LastCrumb, seat: int, action: int) -> tuple[str, str]:
    if state.crumb == 0:
        return "No crumb has been turned up yet.", "LC-2.1"
    if not state.waits_for(seat):
        return "You have chosen your paw; it stays down until all have.", "LC-2.2"
    return f"You have used your {action + 1} already.", "LC-2.5"
