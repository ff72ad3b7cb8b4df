-- A point reads the element of its neighbour, or is read by one that has the sums: the array stays until it is not needed.
-- ==
-- entry: shifted
-- input { 2i64 [1i64, 2i64, 3i64, 4i64] } output { [9i64, 19i64, 30i64, 33i64] }
-- ==
-- entry: both
-- input { [1i64, 2i64, 3i64] } output { [2i64, 3i64, 4i64] [1i64, 3i64, 6i64] }
entry shifted [n] (k: i64) (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for _i < k do map2 (\i s -> s + ys[(i + 1) % n]) (iota n) (scan (+) 0 ys)
entry both [n] (xs: [n]i64) : ([n]i64, [n]i64) =
  let ys = copy xs
  in (map (+ 1) ys, scan (+) 0 ys)
