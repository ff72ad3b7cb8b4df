"""The Mandelbrot set: every point has its own number of iterations, which NumPy can only mask."""
import numpy as np

import ravel

PROGRAM = """
-- | How many iterations each point of a square takes to get away.
entry mandelbrot (n: i64) (limit: i32) : [n][n]i32 =
  tabulate_2d n n (\\row column ->
    let x0 = f64.i64 column * 3 / f64.i64 n - 2
    let y0 = f64.i64 row * 3 / f64.i64 n - 1.5
    let (_, _, count) =
      loop (x, y, i) = (0, 0, 0) while i < limit && x * x + y * y <= 4 do
        (x * x - y * y + x0, 2 * x * y + y0, i + 1)
    in count)
"""


def mandelbrot(n, limit):
    x, y = np.meshgrid(np.arange(n) * 3 / n - 2, np.arange(n) * 3 / n - 1.5)
    c, z, counts = x + 1j * y, np.zeros((n, n), complex), np.zeros((n, n), np.int32)
    for _ in range(limit):
        inside = z.real ** 2 + z.imag ** 2 <= 4
        z[inside] = z[inside] ** 2 + c[inside]
        counts += inside
    return counts


def case(scale, target):
    n, limit = max(20, int(400 * scale ** 0.5)), 100
    m = ravel.compile(PROGRAM, target=target)
    # Rounding differs at a few points of the edge, so what is compared is the mean.
    return lambda: [np.mean(mandelbrot(n, limit)).round(1)], lambda: [np.mean(m.mandelbrot(n, limit)).round(1)]
