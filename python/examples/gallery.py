"""Six programs against NumPy: python3 gallery.py [NAME...] [--target=NAME] [--small].

Each example has a function `case(scale)` that gives the arguments, what NumPy does with them, and what ravel does.
"""
import importlib
import os
import sys
import time

import numpy as np

# The package of this checkout, wherever the program is started.
sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")]

EXAMPLES = ("options", "mandelbrot", "nbody", "kmeans", "heat", "sparse")


def best(function, repeats=5):
    """The shortest of some runs in milliseconds, after one to warm up, and the result."""
    result, times = function(), []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times) * 1e3, result


def compare(name, scale, target):
    with_numpy, with_ravel = importlib.import_module(name).case(scale, target)
    numpy_time, expected = best(with_numpy)
    ravel_time, result = best(with_ravel)
    for a, b in zip(expected, result):
        np.testing.assert_allclose(np.asarray(b), a, rtol=1e-4, atol=1e-6)
    return numpy_time, ravel_time


def main(words):
    target = next((w.split("=")[1] for w in words if w.startswith("--target=")), "auto")
    scale = 0.05 if "--small" in words else 1.0
    print(f"{'example':12} {'NumPy':>12} {'ravel':>12} {'ratio':>8}")
    for name in [w for w in words if not w.startswith("--")] or EXAMPLES:
        numpy_time, ravel_time = compare(name, scale, target)
        print(f"{name:12} {numpy_time:9.2f} ms {ravel_time:9.2f} ms {numpy_time / ravel_time:7.1f}x", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
