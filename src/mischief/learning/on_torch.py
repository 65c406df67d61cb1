"""The same learner on torch."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from mischief.extras import needs
from mischief.learning.learners import Floats, Lesson, Pace

CPU = Path("/proc/cpuinfo")
AT_ONCE = 2048
"""So many rows a processor takes at a time."""


def import_torch() -> Any:
    with needs("train"):
        import torch
    return torch


def multiplies_halves() -> bool:
    """Whether this processor multiplies half floats as they are, which takes it a third less time; others would have to
    make whole ones of them first."""
    try:
        return re.search(r"^flags\s*:.*\b(avx512_bf16|amx_bf16)\b", CPU.read_text(), re.MULTILINE) is not None
    except OSError:  # only Linux says so there
        return False


class TorchLearner:
    """Learns with torch, by Adam, on a graphics card if there is one."""

    def __init__(self, scales: Floats, hidden: int, narrow: int, actions: int, seed: int) -> None:
        torch = self.torch = import_torch()
        torch.manual_seed(seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.card = "cuda" if self.device.type == "cuda" else ""
        if self.card:
            torch.backends.cuda.matmul.allow_tf32 = True
        self.scales = torch.from_numpy(scales).to(self.device)
        layer = torch.nn.Linear
        sizes = {"first": (len(scales), hidden), "second": (hidden, narrow)}
        sizes |= {"policy": (narrow, actions), "value": (narrow, 1)}
        self.net = torch.nn.ModuleDict({name: layer(*size) for name, size in sizes.items()}).to(self.device)
        with torch.no_grad():
            self.net["policy"].weight *= 0.1
            self.net["value"].weight *= 0.1
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=1e-3, eps=1e-6)
        self.in_halves = self.device.type == "cpu" and multiplies_halves()
        if self.device.type == "cpu":  # who plays waits for it more often than the other way round
            torch.set_num_threads(os.cpu_count() or 1)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """The logarithms of the policy's parts, and the values before they are squeezed between 0 and 1."""
        torch, net = self.torch, self.net
        x = observations.to(torch.float32) * self.scales
        with torch.autocast("cpu", torch.bfloat16, enabled=self.in_halves):
            k = torch.relu(net["second"](torch.relu(net["first"](x)))).float()
        logits = net["policy"](k).masked_fill(masks == 0, -1e9)
        return torch.log_softmax(logits, 1), net["value"](k)[:, 0]

    def on(self, array: Any) -> Any:
        """An array where the net is."""
        torch = self.torch
        if isinstance(array, torch.Tensor):
            return array
        return torch.from_numpy(np.require(array, requirements=["C", "W"])).to(self.device)

    def answer(self, observations: Any, masks: Any, best: bool = False) -> tuple[Any, Any, Any]:
        torch = self.torch
        with torch.no_grad():
            logs, values = self.forward(self.on(observations), self.on(masks))
            noise = 0.0 if best else -torch.log(torch.empty_like(logs).exponential_())
            actions = (logs + noise).argmax(1)
            taken = logs.gather(1, actions[:, None])[:, 0]
            return actions.int().cpu().numpy(), taken.cpu().numpy(), torch.sigmoid(values).cpu().numpy()

    def take(self, stretches: list[Lesson]) -> Lesson:
        torch, found = self.torch, []
        counting = [self.on(stretch.weights) > 0 for stretch in stretches]
        for name in Lesson.__struct_fields__:
            pairs = zip(stretches, counting, strict=True)
            found.append(torch.cat([self.on(getattr(one, name))[count] for one, count in pairs]))
        return Lesson(*found)

    def cut(self, lesson: Lesson, size: int) -> list[Lesson]:
        torch, rows = self.torch, len(lesson.weights)
        order = torch.randperm(rows, device=self.device)
        cuts = torch.tensor_split(order, max(1, rows // size))
        return [Lesson(*(getattr(lesson, name)[cut] for name in lesson.__struct_fields__)) for cut in cuts]

    def study(self, lesson: Lesson, pace: Pace) -> dict[str, Any]:
        """One step from all these rows, of which a processor takes some at a time: they stay near at hand."""
        for group in self.optimiser.param_groups:
            group["lr"] = pace.step
        self.optimiser.zero_grad(set_to_none=True)
        whole = self.on(lesson.weights).sum().clamp(min=1.0)
        rows = len(lesson.weights)
        size = AT_ONCE if self.device.type == "cpu" else rows
        costs: dict[str, Any] = {}
        for start in range(0, rows, size):
            some = Lesson(*(getattr(lesson, name)[start : start + size] for name in lesson.__struct_fields__))
            for name, cost in self._look_through(some, pace, whole).items():
                costs[name] = costs.get(name, 0.0) + cost
        self.torch.nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimiser.step()
        return costs

    def _look_through(self, lesson: Lesson, pace: Pace, whole: Any) -> dict[str, Any]:
        """Where some of the rows would have the net go, added to what the others before said; what they cost."""
        torch = self.torch
        logs, values = self.forward(self.on(lesson.observations), self.on(lesson.masks))
        actions = self.on(lesson.actions).long()
        credit, targets = self.on(lesson.credit), self.on(lesson.targets)
        was, share = self.on(lesson.was), self.on(lesson.weights) / whole
        taken = logs.gather(1, actions[:, None])[:, 0]
        example = torch.isnan(was)
        ratio = torch.exp(taken - torch.where(example, taken.detach(), was))
        steady = torch.min(ratio * credit, ratio.clamp(1 - pace.limit, 1 + pace.limit) * credit)
        gain = torch.where(example, taken * credit, steady)
        chances = torch.exp(logs)
        entropy = -(chances * logs.clamp(min=-50)).sum(1)
        miss = torch.nn.functional.binary_cross_entropy_with_logits(values, targets, reduction="none")
        cost = (share * (-gain - pace.variety * entropy + pace.value * miss)).sum()
        cost.backward()
        with torch.no_grad():
            off = (share * (torch.sigmoid(values) - targets) ** 2).sum()
            agrees = (share * (logs.argmax(1) == actions)).sum()
            return {"value": off, "entropy": (share * entropy).sum(), "agrees": agrees}

    def parts(self) -> list[Floats]:
        net = {name: (layer.weight.detach(), layer.bias.detach()) for name, layer in self.net.items()}
        first = net["first"][0].T * self.scales[:, None]
        found = [first, net["first"][1], net["second"][0].T, net["second"][1], *net["policy"], *net["value"]]
        return [part.contiguous().view(-1).float().cpu().numpy() for part in found]

    def take_over(self, parts: list[Floats]) -> None:
        torch = self.torch
        with torch.no_grad():
            for (name, layer), weight, bias in zip(self.net.items(), parts[::2], parts[1::2], strict=True):
                rows, columns = layer.weight.shape
                numbers = self.on(weight.copy())
                if name in ("first", "second"):
                    numbers = numbers.view(columns, rows).T
                layer.weight.copy_(numbers.reshape(rows, columns) / (self.scales if name == "first" else 1.0))
                layer.bias.copy_(self.on(bias.copy()))

    def save(self) -> dict[str, Any]:
        found: dict[str, Any] = {"net": self.net.state_dict(), "optimiser": self.optimiser.state_dict()}
        found["scales"] = self.scales
        return dict(_off(self.torch, found))

    def load(self, saved: dict[str, Any]) -> None:
        self.net.load_state_dict(saved["net"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.scales = self.torch.as_tensor(saved["scales"]).to(self.device)


def _off(torch: Any, found: Any) -> Any:
    """The same with everything brought back from the card, so that a run can go on anywhere."""
    if isinstance(found, torch.Tensor):
        return found.cpu()
    if isinstance(found, dict):
        return {key: _off(torch, value) for key, value in found.items()}
    return [_off(torch, value) for value in found] if isinstance(found, list) else found
