"""Heat in a plate: many steps of a stencil. The plate is consumed, so that a step needs no new memory."""
import numpy as np

import ravel

PROGRAM = """
-- | The temperatures after some steps; the edge stays as it is.
entry heat [n][m] (steps: i32) (plate: *[n][m]f64) : *[n][m]f64 =
  loop plate for _ < steps do
    tabulate_2d n m (\\i j ->
      if i == 0 || j == 0 || i == n - 1 || j == m - 1 then plate[i, j]
      else plate[i, j] + 0.2 * (plate[i-1, j] + plate[i+1, j] + plate[i, j-1] + plate[i, j+1] - 4 * plate[i, j]))
"""


def heat(steps, plate):
    for _ in range(steps):
        inner = plate[1:-1, 1:-1]
        around = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]
        plate = plate.copy()
        plate[1:-1, 1:-1] = inner + 0.2 * (around - 4 * inner)
    return plate


def case(scale, target):
    n = max(50, int(1000 * scale))
    plate = np.random.default_rng(4).uniform(0, 1, (n, n))
    m = ravel.compile(PROGRAM, target=target)
    return lambda: [heat(20, plate)], lambda: [m.heat(20, plate.copy())]
