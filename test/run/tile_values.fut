-- Matrix-shaped reductions of computed values.
def values (n: i64) (m: i64) (seed: i64): [n][m]i32 =
  tabulate_2d n m (\i j -> i32.i64 ((i * 31 + j * 17 + seed) % 13 - 6))

def weight (i: i64) (j: i64): i64 = 1 + (i * 7 + j * 3) % 11

def checksum [n][m] (xs: [n][m]i32): i32 =
  i32.sum (map2 (\i row -> i32.sum (map2 (\j x -> x * i32.i64 (weight i j)) (iota m) row)) (iota n) xs)

-- Values that are computed from the elements, and from the sum.
entry around (n: i64) (p: i64) (m: i64): i32 =
  let a = opaque (values n p 1)
  let b = opaque (values p m 2)
  let f (x: i32) (y: i32) (k: i64): i32 = (x + i32.i64 k) * (y - i32.i64 k) + i32.abs (x - y)
  let at i row j column = reduce (+) 0 (map3 f row column (iota p)) * 3 + i32.i64 (i - j)
  in checksum (opaque (map2 (\i row -> map2 (at i row) (iota m) (transpose b)) (iota n) a))
-- ==
-- entry: around
-- input { 66i64 18i64 65i64 } output { -131712462i32 }

-- The least sum and where it is.
entry nearest (n: i64) (p: i64) (m: i64): i32 =
  let a = opaque (values n p 1)
  let b = opaque (values p m 2)
  let least (x: i32, i: i64) (y: i32, j: i64) =
    if x < y || (x == y && i < j) then (x, i) else (y, j)
  let at row column =
    let (x, i) = reduce_comm least (i32.highest, i64.highest) (zip (map2 (+) row column) (iota p))
    in x * 1000 + i32.i64 i
  in checksum (opaque (map (\row -> map (at row) (transpose b)) a))
-- ==
-- entry: nearest
-- input { 64i64 23i64 70i64 } output { -235621662i32 }
-- input { 131i64 16i64 64i64 } output { -440813428i32 }
