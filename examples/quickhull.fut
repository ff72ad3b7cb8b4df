-- The convex hull: all segments of quickhull proceed together.
type point = {x: f64, y: f64}
def cross (o: point) (a: point) (b: point) = (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
def extreme [n] (better: point -> point -> bool) (ps: [n]point) : point =
  reduce_comm (\a b -> if better a b then a else b) ps[0] ps

entry main [n] (xs: [n]f64) (ys: [n]f64) : ([]f64, []f64) =
  let ps = map2 (\x y -> {x, y}) xs ys
  let lower a b = a.x < b.x || (a.x == b.x && a.y < b.y)
  let left = extreme lower ps
  let right = extreme (\a b -> lower b a) ps
  let above = filter (\p -> cross left right p > 0) ps
  let below = filter (\p -> cross right left p > 0) ps
  -- A segment has a start, an end; points name their segment. Segments stay in order round the hull.
  let points = above ++ below
  let homes = map (const 0i64) above ++ map (const 1i64) below
  let (starts, _, _, _) =
    loop (starts: []point, ends: []point, points: []point, homes: []i64) =
         ([left, right], [right, left], points, homes)
    while length points > 0 do
      let k = length starts
      let m = length points
      let starts = starts :> [k]point
      let ends = ends :> [k]point
      let points = points :> [m]point
      let homes = homes :> [m]i64
      let far = reduce_by_index (replicate k (-1f64, -1i64))
                  (\(d0, i0) (d1, i1) -> if d0 > d1 || (d0 == d1 && i0 < i1) then (d0, i0) else (d1, i1))
                  (-1, -1) homes
                  (map3 (\p h i -> (cross starts[h] ends[h] p, i)) points homes (iota m))
      let grows = map (\(_, i) -> i64.bool (i >= 0)) far
      let offsets = map2 (-) (scan (+) 0 (map (+ 1) grows)) (map (+ 1) grows)
      let size = k + i64.sum grows
      let zero = {x = 0f64, y = 0f64}
      let tips = map (\(_, i) -> if i >= 0 then points[i] else zero) far
      let second = map2 (\g o -> if g == 1 then o + 1 else -1) grows offsets
      let starts' = scatter (scatter (replicate size zero) offsets starts) second tips
      let ends' = scatter (scatter (replicate size zero) offsets (map3 (\g e t -> if g == 1 then t else e) grows ends tips)) second ends
      -- A tip is on its new segments; rounding must not put it beside them.
      let moved = map3 (\p h i ->
        if i == far[h].1 then (p, -1)
        else if cross starts[h] tips[h] p > 0 then (p, offsets[h])
        else if cross tips[h] ends[h] p > 0 then (p, offsets[h] + 1)
        else (p, -1)) points homes (iota m)
      let (points', homes') = unzip (filter (\(_, h) -> h >= 0) moved)
      in (starts', ends', points', homes')
  in (map (.x) starts, map (.y) starts)

-- ==
-- entry: main
-- input { [4.797f64, -5.465f64, 0.353f64, -2.889f64, -9.42f64, -9.441f64, -4.412f64, -4.817f64, 3.85f64, 9.13f64, -1.055f64, 8.74f64, 9.761f64, 9.1f64, -2.707f64, -5.591f64, -5.463f64, -6.066f64, -5.913f64, 2.481f64, 8.006f64, 6.809f64, -0.411f64, 3.06f64, 5.993f64, -8.304f64, 3.212f64, 8.196f64, 5.646f64, 5.003f64]
--   [-0.439f64, -6.43f64, 5.783f64, -3.35f64, 6.016f64, 9.433f64, -2.083f64, -1.972f64, 8.936f64, 4.496f64, -6.6f64, -7.459f64, -6.977f64, 8.097f64, 6.13f64, -7.077f64, 6.53f64, 9.606f64, 3.145f64, -2.992f64, 0.973f64, -7.38f64, -9.715f64, 9.418f64, 2.993f64, 0.532f64, 8.672f64, -1.324f64, 7.435f64, 6.523f64] }
-- output { [-9.441f64, -6.066f64, 3.06f64, 9.1f64, 9.761f64, 8.74f64, -0.411f64, -5.591f64, -8.304f64, -9.42f64]
--   [9.433f64, 9.606f64, 9.418f64, 8.097f64, -6.977f64, -7.459f64, -9.715f64, -7.077f64, 0.532f64, 6.016f64] }
-- input { [0f64, 1f64, 1f64, 0f64]
--   [0f64, 0f64, 1f64, 1f64] }
-- output { [0f64, 0f64, 1f64, 1f64]
--   [0f64, 1f64, 1f64, 0f64] }
