"""Gravity between all pairs of bodies: NumPy writes n² differences to memory, ravel none. Records are named tuples."""
import numpy as np

import ravel

PROGRAM = """
type body = {x: f64, y: f64, z: f64, mass: f64}

-- | The acceleration of each body by all others.
entry accelerations [n] (bodies: [n]body) : [n](f64, f64, f64) =
  let add (a: (f64, f64, f64)) (b: (f64, f64, f64)) = (a.0 + b.0, a.1 + b.1, a.2 + b.2)
  let pull (a: body) (b: body) =
    let (dx, dy, dz) = (b.x - a.x, b.y - a.y, b.z - a.z)
    let distance = dx * dx + dy * dy + dz * dz + 0.01
    let force = b.mass / (distance * f64.sqrt distance)
    in (force * dx, force * dy, force * dz)
  in map (\\a -> reduce add (0, 0, 0) (map (pull a) bodies)) bodies
"""


def accelerations(bodies):
    difference = [bodies[k][None, :] - bodies[k][:, None] for k in "xyz"]
    distance = difference[0] ** 2 + difference[1] ** 2 + difference[2] ** 2 + 0.01
    force = bodies["mass"][None, :] / (distance * np.sqrt(distance))
    return tuple((force * d).sum(axis=1) for d in difference)


def case(scale, target):
    n = max(50, int(2000 * scale))
    random = np.random.default_rng(2)
    bodies = {name: random.uniform(0, 1, n) for name in ("x", "y", "z", "mass")}
    m = ravel.compile(PROGRAM, target=target)
    return lambda: accelerations(bodies), lambda: m.accelerations(bodies)
