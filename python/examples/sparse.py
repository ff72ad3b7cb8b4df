"""A sparse matrix times a vector, in NESL: rows of any length, all at once."""
import numpy as np

import ravel

PROGRAM = """
% The matrix has the column and the value of what is not zero in each row; the rows are told by their lengths. %
function multiply(lengths:[int], columns:[int], values:[float], vector:[float]):[float] =
  let products = {v * x : v in values; x in vector -> columns}
  in {sum(row) : row in partition(products, lengths)};
"""


def multiply(lengths, columns, values, vector):
    products = values * vector[columns]
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    return np.add.reduceat(products, starts)


def case(scale, target):
    n = max(100, int(100_000 * scale))
    random = np.random.default_rng(5)
    lengths = random.integers(1, 40, n)
    count = int(lengths.sum())
    arguments = (lengths, random.integers(0, n, count), random.uniform(0, 1, count), random.uniform(0, 1, n))
    m = ravel.compile(PROGRAM, target=target, language="nesl")
    return lambda: [multiply(*arguments)], lambda: [m.multiply(*arguments)]
