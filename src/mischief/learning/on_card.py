"""A copy of a net on a graphics card, for the processes that play: it answers for all tables of a step at once, and the
processor's time is left to the games."""

from __future__ import annotations

from typing import Any

import numpy as np

from mischief.learning.copies import Copy
from mischief.learning.learners import Floats
from mischief.learning.on_torch import import_torch


class CardCopy(Copy):
    """Answers as a `Copy` does, on a device of torch."""

    def __init__(self, numbers: Floats, length: int, hidden: int, narrow: int, actions: int, device: str) -> None:
        super().__init__(numbers, length, hidden, narrow, actions)
        torch = self.torch = import_torch()
        there = torch.from_numpy(numbers).to(device)
        on_card = Copy(there, length, hidden, narrow, actions)
        self.layers = ((on_card.first, on_card.first_bias), (on_card.second, on_card.second_bias))
        self.heads = ((on_card.policy.T, on_card.policy_bias), (on_card.value, on_card.value_bias))
        self.device = there.device
        self.luck: Any = None
        """Where choices are drawn from, once there were any."""

    def answer(self, observations: Any, masks: Any, dice: np.random.Generator | None = None) -> tuple[Any, Any, Any]:
        torch = self.torch
        with torch.inference_mode():
            cells = torch.from_numpy(observations).to(self.device).float()
            for weights, bias in self.layers:
                cells = torch.relu(torch.addmm(bias, cells, weights))
            (policy, policy_bias), (value, value_bias) = self.heads
            illegal = torch.from_numpy(masks).to(self.device) == 0
            liking = torch.addmm(policy_bias, cells, policy).masked_fill(illegal, -1e9)
            logs = torch.log_softmax(liking, 1)
            actions = (logs if dice is None else logs - self._whims(logs, dice)).argmax(1)
            taken = logs.gather(1, actions[:, None])[:, 0]
            values = torch.sigmoid(cells @ value + value_bias)
            found = torch.stack([actions.float(), taken, values]).cpu().numpy()
        return found[0].astype(np.int32), found[1], found[2]

    def _whims(self, logs: Any, dice: np.random.Generator) -> Any:
        """Numbers that make the likeliest move of what is left a draw from them all. None is without bounds, or a move
        that is not legal could come first."""
        torch = self.torch
        if self.luck is None:
            self.luck = torch.Generator(self.device).manual_seed(int(dice.integers(1 << 62)))
        return torch.empty_like(logs).exponential_(generator=self.luck).clamp_(min=1e-30).log()
