-- Size parameters of local functions that the bodies, results or ascriptions give to parameters without types.
-- ==
-- input { 3 } output { [4, 4] 2i64 [3, 3] 3i64 [3, 3] }
def main (x: i32) =
  let f [n] y = map2 (+) y (replicate n 1i32)
  let g [n] y = (length (y: [n]i32), n).1
  let h [n] y: [n]i32 = y
  let k [n] (y: [n]i32) = n + 1
  in (f [x, x], g [x, x], h [x, x], k [x, x], map (\y -> (h [y])[0]) [x, x])
