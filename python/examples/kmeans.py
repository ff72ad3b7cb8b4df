"""Clusters of points by k-means: nearest centres, and sums by cluster as a histogram."""
import numpy as np

import ravel

PROGRAM = """
def square (x: f32) = x * x

-- | The centres after some steps.
entry kmeans [n][k][d] (steps: i32) (points: [n][d]f32) (centres: [k][d]f32) : [k][d]f32 =
  loop centres for _ < steps do
    let distance p c = f32.sum (map2 (\\x y -> square (x - y)) p c)
    let nearest p =
      let (_, at) = loop (best, at) = (f32.inf, 0) for i < k do
        let d = distance p centres[i] in if d < best then (d, i) else (best, at)
      in at
    let cluster = map nearest points
    let counts = hist (+) 0 k cluster (replicate n 1i32)
    let sums = reduce_by_index (replicate k (replicate d 0)) (map2 (+)) (replicate d 0) cluster points
    in map2 (\\sum count -> map (/ f32.i32 (i32.max 1 count)) sum) sums counts
"""


def kmeans(steps, points, centres):
    for _ in range(steps):
        distance = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
        cluster = distance.argmin(axis=1)
        sums = np.zeros_like(centres)
        np.add.at(sums, cluster, points)
        centres = sums / np.maximum(1, np.bincount(cluster, minlength=len(centres)))[:, None].astype(np.float32)
    return centres


def case(scale, target):
    n = max(500, int(50_000 * scale))
    random = np.random.default_rng(3)
    # Clusters that are far from each other, so that rounding moves no point to another one.
    points = (random.integers(0, 4, (n, 1)) * 10 + random.uniform(0, 1, (n, 3))).astype(np.float32)
    centres = np.array([[i * 10] * 3 for i in range(4)], np.float32)
    m = ravel.compile(PROGRAM, target=target)
    return lambda: [kmeans(5, points, centres)], lambda: [m.kmeans(5, points, centres)]
