-- Matrix products of other types.
def values (n: i64) (m: i64) (seed: i64): [n][m]i32 =
  tabulate_2d n m (\i j -> i32.i64 ((i * 31 + j * 17 + seed) % 13 - 6))

def weight (i: i64) (j: i64): i64 = 1 + (i * 7 + j * 3) % 11

entry doubles (n: i64) (p: i64) (m: i64): f64 =
  let a = opaque (map (map f64.i32) (values n p 1))
  let b = opaque (map (map f64.i32) (values p m 2))
  let c = opaque (map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a)
  in f64.sum (map2 (\i row -> f64.sum (map2 (\j x -> x * f64.i64 (weight i j)) (iota m) row)) (iota n) c)
-- ==
-- entry: doubles
-- input { 70i64 21i64 66i64 } output { 7708.0 }

-- Bytes that are summed as numbers of 64 bits.
entry wide (n: i64) (p: i64) (m: i64): i64 =
  let a = opaque (map (map i8.i32) (values n p 1))
  let b = opaque (map (map i8.i32) (values p m 2))
  let multiply row column = i64.sum (map2 (\x y -> i64.i8 x * i64.i8 y) row column)
  let c = opaque (map (\row -> map (multiply row) (transpose b)) a)
  in i64.sum (map2 (\i row -> i64.sum (map2 (\j x -> x * weight i j) (iota m) row)) (iota n) c)
-- ==
-- entry: wide
-- input { 70i64 21i64 66i64 } output { 7708i64 }
