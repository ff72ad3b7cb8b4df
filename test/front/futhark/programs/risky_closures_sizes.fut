-- Closures over arrays, returned and composed; loops that carry records of arrays whose sizes change.
-- ==
-- entry: interpolate
-- input { [0.0f64, 1.0f64, 3.0f64] [0.0f64, 10.0f64, 30.0f64] [0.5f64, 2.0f64, 4.0f64] }
-- output { [10.0f64, 40.0f64, 80.0f64] }

-- ==
-- entry: serve
-- input { 7i64 }
-- output { [2i64, 5i64] 2i64 }

-- ==
-- entry: nested
-- input { 4i64 }
-- output { 60i64 }

def interpolator [n] (xs: [n]f64) (ys: [n]f64): f64 -> f64 =
  \x ->
    let i = i64.max 0 (i64.min (n - 2) (i64.sum (map (\a -> i64.bool (a <= x)) xs) - 1))
    let t = (x - xs[i]) / (xs[i + 1] - xs[i])
    in ys[i] + t * (ys[i + 1] - ys[i])

type~ queue = {items: []i64, served: i64}

entry interpolate [n] (xs: [n]f64) (ys: [n]f64) (at: []f64): []f64 =
  let f = interpolator xs ys
  let g = f >-> (* 2)
  in map g at

entry serve (n: i64): ([]i64, i64) =
  let start: queue = {items = iota n, served = 0}
  let final =
    loop (q: queue) = start while length q.items > 2 do
      let rest = filter (\x -> x % 3 != q.served % 3) q.items
      in {items = if length rest == length q.items then tail rest else rest, served = q.served + 1}
  in (final.items, final.served)

entry nested (n: i64): i64 =
  let make (k: i64) = let table = map (* k) (iota n) in \i -> table[i % n]
  let (f, g) = (make 2, make 3)
  in i64.sum (map (\i -> f i + g (i + 1)) (iota (2 * n)))
