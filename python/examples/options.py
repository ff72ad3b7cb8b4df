"""Prices of European options by Black and Scholes: one pass over memory, where NumPy makes a dozen."""
import numpy as np

import ravel

PROGRAM = """
def normal (x: f64) : f64 = 0.5 * (1 + f64.erf (x / f64.sqrt 2))

-- | Prices of call options.
entry prices [n] (rate: f64) (volatility: f64) (spots: [n]f64) (strikes: [n]f64) (years: [n]f64) : [n]f64 =
  map3 (\\spot strike t ->
          let spread = volatility * f64.sqrt t
          let d1 = (f64.log (spot / strike) + (rate + volatility * volatility / 2) * t) / spread
          in spot * normal d1 - strike * f64.exp (-rate * t) * normal (d1 - spread))
       spots strikes years
"""


def erf(x):
    """NumPy has none: a series of Abramowitz and Stegun with an error of 1.5e-7."""
    t = 1 / (1 + 0.3275911 * np.abs(x))
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - series * np.exp(-x * x))


def prices(rate, volatility, spots, strikes, years):
    spread = volatility * np.sqrt(years)
    d1 = (np.log(spots / strikes) + (rate + volatility ** 2 / 2) * years) / spread
    normal = [0.5 * (1 + erf(d / np.sqrt(2))) for d in (d1, d1 - spread)]
    return spots * normal[0] - strikes * np.exp(-rate * years) * normal[1]


def case(scale, target):
    n = int(1_000_000 * scale)
    random = np.random.default_rng(1)
    arguments = (0.02, 0.3, random.uniform(80, 120, n), random.uniform(80, 120, n), random.uniform(0.5, 2, n))
    m = ravel.compile(PROGRAM, target=target)
    return lambda: [prices(*arguments)], lambda: [m.prices(*arguments)]
