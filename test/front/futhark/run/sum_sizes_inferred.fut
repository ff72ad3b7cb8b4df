-- The size of a payload that is a parameter's is that of the parameter.
-- ==
-- entry: area
-- input { [1, 2, 3] } output { 6 }
-- input { empty([0]i32) } output { 0 }
-- ==
-- entry: either
-- input { true [1, 2] } output { 3i64 }
-- input { false [1, 2] } output { 2i64 }
-- ==
-- entry: inside
-- input { [1, 2, 3] } output { 3i64 }
type~ shape = #circle i32 | #polygon ([]i32) | #pair ([](i32, i32))
def polygon (points: []i32): shape = #polygon points
def total (s: shape): i32 =
  match s
  case #circle r -> r
  case #polygon ps -> i32.sum ps
  case #pair qs -> i32.sum (map (.0) qs)
entry area (points: []i32) = total (polygon points)
def count (s: shape): i64 =
  match s
  case #circle _ -> 0
  case #polygon ps -> length ps
  case #pair qs -> length qs
def choose (b: bool) (xs: []i32): shape = if b then #polygon (xs ++ [0]) else #pair (zip xs xs)
entry either (b: bool) (xs: []i32) = count (choose b xs)
entry inside (xs: []i32) =
  let wrap (ys: []i32): shape = #polygon (map2 (+) xs ys)
  in count (wrap xs)
