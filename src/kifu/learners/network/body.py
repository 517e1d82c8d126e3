"""The network in PyTorch, for training; `kifu.models.network_onnx` has the same for running."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from kifu.models.network import EXPERT_PLANE, LEAD_BINS, NUMBERS, PLANES, NetworkShape


class Answers(NamedTuple):
    """What the network says of a batch, all as logits.

    Attributes:
        policy: of every point and the pass, of shape (n, points + 1).
        owners: neutral, own, the enemy's, of shape (n, 3, size, size).
        lead: of the bins of the lead.
        win: that the side to move wins.
    """

    policy: Tensor
    owners: Tensor
    lead: Tensor
    win: Tensor


def _pooled(x: Tensor) -> Tensor:
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def _balance(owners: Tensor) -> Tensor:
    """By how many tens of points the side to move owns more, how sure owners are, and both together."""
    chances = owners.softmax(1)
    more = chances[:, 1] - chances[:, 2]
    points, sure = more.sum((1, 2)) / 10, more.abs().mean((1, 2))
    return torch.stack([points, sure, points * sure], 1)


class _Block(nn.Module):
    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.pool = nn.Linear(2 * channels, channels) if pools else None
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm2.weight)  # a block begins as nothing

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.norm1(self.conv1(x)))
        if self.pool is not None:
            y = y + self.pool(_pooled(y))[:, :, None, None]
        return functional.relu(x + self.norm2(self.conv2(y)))


class Body(nn.Module):
    """Residual blocks, every second one with a bias from the pooled board, and four heads."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        channels, hidden = shape.channels, shape.hidden
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.stem_numbers = nn.Linear(NUMBERS, channels, bias=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(_Block(channels, i % 2 == 1) for i in range(shape.blocks))
        self.policy_conv = nn.Conv2d(channels, hidden, 1, bias=False)
        self.policy_norm = nn.BatchNorm2d(hidden)
        self.policy_pool = nn.Linear(2 * channels, hidden)
        self.policy_out = nn.Conv2d(hidden, 1, 1)
        self.expert = nn.Parameter(torch.tensor([4.0 if shape.expert else 0.0]), requires_grad=shape.expert)
        self.pass_hidden = nn.Linear(2 * channels, hidden)
        self.pass_out = nn.Linear(hidden, 1)
        self.owner_out = nn.Conv2d(channels, 3, 1)
        self.value_hidden = nn.Linear(2 * channels + NUMBERS + 3, 2 * hidden)
        self.lead_out = nn.Linear(2 * hidden, len(LEAD_BINS))
        self.win_out = nn.Linear(2 * hidden, 1)
        for layer in (self.policy_out, self.pass_out, self.owner_out, self.lead_out, self.win_out):
            nn.init.normal_(layer.weight, std=0.01)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)

    def forward(self, planes: Tensor, numbers: Tensor) -> Answers:
        """Answer a batch of positions."""
        x = self.stem(planes) + self.stem_numbers(numbers)[:, :, None, None]
        x = functional.relu(self.stem_norm(x))
        for block in self.blocks:
            x = block(x)
        pooled = _pooled(x)
        y = self.policy_norm(self.policy_conv(x)) + self.policy_pool(pooled)[:, :, None, None]
        moves = self.policy_out(functional.relu(y)) + self.expert * planes[:, EXPERT_PLANE : EXPERT_PLANE + 1]
        passing = self.pass_out(functional.relu(self.pass_hidden(pooled)))
        owners = self.owner_out(x).float()
        about = torch.cat([pooled.float(), numbers, _balance(owners.detach())], 1)
        value = functional.relu(self.value_hidden(about))
        return Answers(
            torch.cat([moves.flatten(1).float(), passing.float()], 1),
            owners,
            self.lead_out(value).float(),
            self.win_out(value).float().squeeze(1),
        )


def to_arrays(state: Mapping[str, Tensor]) -> dict[str, npt.NDArray[np.float32]]:
    """Weights as they are kept in files; counters of batches are left out."""
    return {
        name: tensor.detach().to(torch.float32).contiguous().numpy().copy()
        for name, tensor in state.items()
        if not name.endswith("num_batches_tracked")
    }
