-- k-means in the plane: every point goes to its nearest centre, every centre to the middle of its points.
type point = {x: f64, y: f64}

def distance (a: point) (b: point) = (a.x - b.x) ** 2 + (a.y - b.y) ** 2

def nearest [k] (centres: [k]point) (p: point) : i64 =
  let closer (d0, i0) (d1, i1) = if d1 < d0 || (d1 == d0 && i1 < i0) then (d1, i1) else (d0, i0)
  in (reduce closer (f64.inf, k) (zip (map (distance p) centres) (iota k))).1

def step [n] [k] (points: [n]point) (centres: [k]point) : [k]point =
  let homes = map (nearest centres) points
  let zero = {x = 0.0, y = 0.0}
  let sums = hist (\a b -> {x = a.x + b.x, y = a.y + b.y}) zero k homes points
  let counts = hist (+) 0 k homes (replicate n 1)
  in map3 (\old s c -> if c == 0 then old else {x = s.x / c, y = s.y / c}) centres sums counts

entry main [n] [k] (xs: [n]f64) (ys: [n]f64) (cx: [k]f64) (cy: [k]f64) (rounds: i32) =
  let points = map2 (\x y -> {x, y}) xs ys
  let centres = map2 (\x y -> {x, y}) cx cy
  let final = loop centres for _i < rounds do step points centres
  in (map (.x) final, map (.y) final)
-- ==
-- input { [0.0, 1.0, 10.0, 11.0] [0.0, 0.0, 4.0, 4.0] [0.0, 5.0] [0.0, 5.0] 5 } output { [0.5, 10.5] [0.0, 4.0] }
