-- Jarvis's march around a set of points.
-- ==
-- entry: main
-- input { [0.0f64, 2.0f64, 2.0f64, 0.0f64, 1.0f64, 1.0f64] [0.0f64, 0.0f64, 2.0f64, 2.0f64, 1.0f64, 0.0f64] }
-- output { [0i64, 1i64, 2i64, 3i64] }

type point = {x: f64, y: f64}
def cross (o: point) (a: point) (b: point): f64 =
  (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
def distance2 (a: point) (b: point): f64 = (a.x - b.x) ** 2 + (a.y - b.y) ** 2

def next [n] (points: [n]point) (from: i64): i64 =
  let o = points[from]
  let op i j =
    if i == from then j else if j == from then i
    else let c = cross o points[i] points[j]
         in if c > 0 || (c == 0 && distance2 o points[i] >= distance2 o points[j]) then i else j
  in reduce op from (iota n)

def leftmost [n] (points: [n]point): i64 =
  let less i j = points[i].x < points[j].x || (points[i].x == points[j].x && points[i].y <= points[j].y)
  in reduce_comm (\i j -> if less i j then i else j) 0 (iota n)

entry main [n] (xs: [n]f64) (ys: [n]f64): []i64 =
  let points = map2 (\x y -> {x, y}) xs ys
  let first = leftmost points
  let (hull, count, _, _) =
    loop (hull, count, current, going) = (replicate n (-1), 0, first, true) while going do
      let hull = hull with [count] = current
      let following = next points current
      in (hull, count + 1, following, following != first)
  in hull[:count]
