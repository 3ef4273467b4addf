"""Observations as a network likes them: numbers that stand for something one-hot, amounts between 0 and about 1."""

from __future__ import annotations

from typing import Any

from waystation.engine import Encoding
from waystation.engine.extras import needed_for

with needed_for("features"):
    import numpy as np

LARGE = 64
"""Beyond this range an amount is told by its logarithm: rounds and silver have no end."""


class Features:
    """Makes float32 features of int16 observations, one or many at a time.

    A part with names becomes one number for each of them, of which one is 1; an amount is divided by its range.
    `size` is how many features there are; `names` what each of them says.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.names: list[str] = []
        amounts, logs, scales, at_amounts = [], [], [], []
        choices, lows, starts, sizes = [], [], [], []
        for part in encoding.parts:
            first = encoding.slices[part.name].start
            for place in range(part.size):
                label = part.name if not part.shape else f"{part.name}[{place}]"
                if part.names:
                    choices.append(first + place)
                    lows.append(part.low)
                    starts.append(len(self.names))
                    sizes.append(len(part.names))
                    self.names += [f"{label}={name}" for name in part.names]
                else:
                    large = part.high - part.low > LARGE
                    amounts.append(first + place)
                    at_amounts.append(len(self.names))
                    logs.append(large)
                    scales.append(0.25 if large else 1 / max(1, abs(part.low), part.high))
                    self.names.append(label)
        self.size = len(self.names)
        self._numbers = encoding.size
        self._amounts, self._at_amounts = np.array(amounts, np.intp), np.array(at_amounts, np.intp)
        self._logs, self._scales = np.array(logs, bool), np.array(scales, np.float32)
        self._choices, self._lows, self._starts, self._sizes = (
            np.array(each, np.intp) for each in (choices, lows, starts, sizes)
        )

    def __call__(self, observations: Any) -> Any:
        """Features of shape (..., size) for observations of shape (..., numbers), as they are or as floats, which is
        what learners make of them. ValueError for another shape, or a number that stands for nothing."""
        given = np.asarray(observations)
        if given.shape[-1:] != (self._numbers,):
            raise ValueError(f"an observation has {self._numbers} numbers, got an array of shape {given.shape}")
        rows = given.reshape(-1, given.shape[-1])
        out = np.zeros((len(rows), self.size), np.float32)
        amounts = rows[:, self._amounts].astype(np.float32)
        large = amounts[:, self._logs]
        amounts[:, self._logs] = np.copysign(np.log1p(np.abs(large)), large)  # -1 is often "none": not as 0
        out[:, self._at_amounts] = amounts * self._scales
        if len(self._choices):
            numbers = rows[:, self._choices].astype(np.intp) - self._lows
            wrong = (numbers < 0) | (numbers >= self._sizes)
            if wrong.any():  # it would be told as something else
                row, at = (int(each[0]) for each in wrong.nonzero())
                name = self.names[self._starts[at]].partition("=")[0]
                raise ValueError(f"part {name}: {rows[row, self._choices[at]]} stands for nothing there")
            np.put_along_axis(out, numbers + self._starts, 1, axis=1)
        return out.reshape(*given.shape[:-1], self.size)
