"""Watches over a game whose rules are being spoilt: scenarios, tests and promises, run until one of them notices.

    python -m mischief.commands.watching NAME FOLDER GAMES TEST...

One process has everything ready but the game: the engine, the scenarios, the tools of the tests. For every line on its
input it forks a child, which reads the game's files as they are now and tries them, and it answers with one line: who
noticed, or nothing. So a change costs what its trial costs, and not the whole house being read again.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import shlex
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import mischief
from mischief.commands.check import make_game
from mischief.commands.selfplay import Player, Tale
from mischief.engine.scenarios import Scenario, read_scenarios, run_scenario
from mischief.processes import end_at_ctrl_c

SLOWER, AT_LEAST = 10, 10
"""A spoilt game hangs when it has used so many times the seconds that the unspoilt one took, and so many at least."""
MEMORY = 4 << 30
ASLEEP = 1800
"""Seconds after which a trial counts as hanging even if it uses no processor."""

Watcher = Callable[[], str]


def scenarios_of(name: str, folder: Path) -> list[Scenario]:
    return [row for file in sorted((folder / "scenarios").glob("*.yaml")) for row in read_scenarios(file, name)]


def by_scenarios(scenarios: list[Scenario]) -> str:
    for scenario in scenarios:
        if run_scenario(scenario, make_game):
            return f"scenario {scenario.id}"
    return ""


def by_promises(name: str, games: int) -> str:
    player, tale, game = Player(True, False, 10, 10), Tale(), mischief.game(name)
    for seed in range(games):
        player(game, seed, tale)
    player.conclude()
    return ""


def by_test(test: str) -> str:
    import pytest

    with contextlib.suppress(ImportError):
        import hypothesis

        hypothesis.settings.register_profile("spoilt", database=None)
        hypothesis.settings.load_profile("spoilt")
    failed: list[str] = []

    class Ear:
        @staticmethod
        def pytest_runtest_logreport(report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report.nodeid.split("::")[-1])

    code = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *shlex.split(test)], plugins=[Ear()])
    fine = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)  # of some files nothing concerns the game
    return "" if fine else failed[0] if failed else f"pytest ends with {int(code)}"


class Watch:
    """The watchers, cheapest first once they have been tried on the unspoilt game."""

    def __init__(self, name: str, folder: Path, games: int, tests: list[str]) -> None:
        scenarios = scenarios_of(name, folder)
        self.watchers: dict[str, Watcher] = {"scenarios": lambda: by_scenarios(scenarios)}
        for test in tests:
            who = "tests" if len(tests) == 1 else Path(shlex.split(test)[0]).name
            self.watchers[who] = partial(by_test, test)
        if games:
            self.watchers["promises"] = lambda: by_promises(name, games)
        self.costs: dict[str, float] = {}
        if tests:
            import pytest  # noqa: F401  (read once, for all children)

    def begin(self) -> str:
        """Try every watcher on the game as it is; empty if all is well, as it should be."""
        for who in self.watchers:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if noticed := self._fork([who]):
                return noticed
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.costs[who] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        sys.dont_write_bytecode = True  # what is spoilt is not to be remembered
        return ""

    def look(self) -> str:
        """Who notices that something is wrong: the cheapest first; empty if nobody does."""
        return self._fork(sorted(self.watchers, key=lambda who: self.costs[who]))

    def _fork(self, order: list[str]) -> str:
        ear, mouth = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ear)
            self._in_the_child(order, mouth)
        os.close(mouth)
        said, hanging = b"", False
        until = time.monotonic() + ASLEEP
        while True:
            if not select.select([ear], [], [], max(0.0, until - time.monotonic()))[0]:
                os.kill(child, signal.SIGKILL)
                hanging = True
                break
            heard = os.read(ear, 4096)
            if not heard:
                break
            said += heard
        os.close(ear)
        _, status = os.waitpid(child, 0)
        who, _, what = said.decode(errors="replace").rpartition("\n")[0].rpartition("\n")[2].partition(": ")
        if hanging or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)):
            return f"{who or order[0]}: it hangs"
        if os.WIFSIGNALED(status):
            return f"{who or order[0]}: it crashes"
        return f"{who}: {what}" if what else ""

    def _in_the_child(self, order: list[str], mouth: int) -> None:
        """Look, tell who is looking and what is found, a line each, and end."""
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            for who in order:
                os.write(mouth, f"{who}: \n".encode())
                _allow(self.costs.get(who))
                found = _caught(self.watchers[who])
                if found:
                    os.write(mouth, f"{who}: {found}\n".encode())
                    break
            else:
                os.write(mouth, b": \n")
        finally:
            os._exit(0)


def _allow(usual: float | None) -> None:
    """So much processor time from here on; what takes more does not come to an end."""
    if usual is not None:
        used = time.process_time()
        soft = int(used + max(AT_LEAST, SLOWER * usual)) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _caught(watcher: Watcher) -> str:
    """What a watcher says, in one line; an error is as good as a sentence."""
    try:
        found = watcher()
    except BaseException as error:  # whatever a spoilt game raises: SystemExit too
        found = f"{type(error).__name__}: {error}"
    return " ".join(found.split())[:120]


def main() -> None:
    end_at_ctrl_c()
    name, folder, games, *tests = sys.argv[1:]
    watch = Watch(name, Path(folder), int(games), tests)
    print(watch.begin(), flush=True)
    for _ in sys.stdin:
        print(watch.look(), flush=True)


if __name__ == "__main__":
    main()
