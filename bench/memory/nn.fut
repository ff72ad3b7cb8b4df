-- The k points that are nearest to one: their distances by a map, and in each round of a loop the least of them by a
-- reduction, which goes straight into the result (paper 001, section 6.8.7).
def least ((d0, i0): (f32, i64)) ((d1, i1): (f32, i64)) : (f32, i64) =
  if d0 < d1 || (d0 == d1 && i0 < i1) then (d0, i0) else (d1, i1)

entry main [n] (k: i64) (x: f32) (y: f32) (xs: [n]f32) (ys: [n]f32) : ([k]i64, [k]f32) =
  let distances = map2 (\px py -> f32.sqrt ((px - x) * (px - x) + (py - y) * (py - y))) xs ys
  let (where, far, _) =
    loop (where, far, distances) = (replicate k (-1i64), replicate k 0f32, distances) for i < k do
      let (d, at) = reduce_comm least (f32.inf, i64.highest) (zip distances (iota n))
      in (where with [i] = at, far with [i] = d, distances with [at] = f32.inf)
  in (where, far)
entry make (n: i64) : ([n]f32, [n]f32) =
  (tabulate n (\i -> f32.i64 ((i * 7919) % 100003) / 1000), tabulate n (\i -> f32.i64 ((i * 104729) % 99991) / 1000))
-- ==
-- nobench script input { let (xs, ys) = make 0 in (0i64, 20f32, 30f32, xs, ys) } output { empty([0]i64) empty([0]f32) }
-- nobench script input { let (xs, ys) = make 1 in (5i64, 20f32, 30f32, xs, ys) }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] [36.055511f32, f32.inf, f32.inf, f32.inf, f32.inf] }
-- nobench script input { let (xs, ys) = make 1000 in (5i64, 20f32, 30f32, xs, ys) }
-- output { [154i64, 91i64, 217i64, 28i64, 407i64] [0.584230f32, 1.339888f32, 2.400434f32, 3.181824f32, 3.281210f32] }
-- "8.5M" notest script input { let (xs, ys) = make 8552800 in (100i64, 20f32, 30f32, xs, ys) }
