-- Several matrix products at once.
def values (n: i64) (m: i64) (seed: i64): [n][m]i32 =
  tabulate_2d n m (\i j -> i32.i64 ((i * 31 + j * 17 + seed) % 13 - 6))

def weight (i: i64) (j: i64): i64 = 1 + (i * 7 + j * 3) % 11

def checksum [n][m] (xs: [n][m]i32): i32 =
  i32.sum (map2 (\i row -> i32.sum (map2 (\j x -> x * i32.i64 (weight i j)) (iota m) row)) (iota n) xs)

def multiply [n][m][p] (a: [n][p]i32) (b: [p][m]i32): [n][m]i32 =
  map (\row -> map (\column -> reduce (+) 0 (map2 (*) row column)) (transpose b)) a

entry batched (q: i64) (n: i64) (p: i64) (m: i64): [q]i32 =
  let as = opaque (tabulate q (\s -> values n p (1 + s)))
  let bs = opaque (tabulate q (\s -> values p m (2 + s)))
  in map checksum (opaque (map2 multiply as bs))
-- ==
-- entry: batched
-- input { 3i64 64i64 16i64 70i64 } output { [6823i32, 3968i32, 1973i32] }
-- input { 2i64 129i64 19i64 64i64 } output { [-1859i32, 329i32] }
-- input { 0i64 64i64 16i64 64i64 } output { empty([0]i32) }
