"""`help(mischief...)` has something to say about every public name, compiled or not."""

from __future__ import annotations

import inspect

import pytest

import mischief
from mischief.bots.bot import Bot, Perspective
from mischief.bots.thinker import SearchBot
from mischief.bridges import gym, spiel, zoo
from mischief.engine.batch import Batch
from mischief.engine.observing import Observer
from mischief.learning.arrays import Arrays

PUBLIC = [
    *(thing for name in mischief.__all__ if callable(thing := getattr(mischief, name))),
    *(zoo.env, zoo.parallel_env, gym.make, gym.make_vec, spiel.load, spiel.load_from),
    *(Arrays, Batch, Observer, Bot, Perspective, SearchBot),
]


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda thing: thing.__name__)
def test_a_public_name_explains_itself(thing: object) -> None:
    assert inspect.getdoc(thing)
    if inspect.isclass(thing):
        named = [(name, value) for name, value in vars(thing).items() if not name.startswith("_")]
        silent = [name for name, value in named if inspect.isroutine(value) and not inspect.getdoc(value)]
        assert silent == []
