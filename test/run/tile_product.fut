-- Matrix products that are large enough for tiles on a GPU, and some that are not.
def values (n: i64) (m: i64) (seed: i64): [n][m]i32 =
  tabulate_2d n m (\i j -> i32.i64 ((i * 31 + j * 17 + seed) % 13 - 6))

def weight (i: i64) (j: i64): i64 = 1 + (i * 7 + j * 3) % 11

def checksum [n][m] (xs: [n][m]i32): i32 =
  i32.sum (map2 (\i row -> i32.sum (map2 (\j x -> x * i32.i64 (weight i j)) (iota m) row)) (iota n) xs)

def multiply [n][m][p] (a: [n][p]i32) (b: [p][m]i32): [n][m]i32 =
  map (\row -> map (\column -> reduce (+) 0 (map2 (*) row column)) (transpose b)) a

entry product (n: i64) (p: i64) (m: i64): i32 =
  checksum (opaque (multiply (opaque (values n p 1)) (opaque (values p m 2))))
-- ==
-- entry: product
-- input { 64i64 16i64 64i64 } output { 1555i32 }
-- input { 130i64 17i64 257i64 } output { -1170i32 }
-- input { 128i64 33i64 128i64 } output { 6716i32 }
-- input { 65i64 1i64 300i64 } output { 1949i32 }
-- input { 1i64 40i64 300i64 } output { 2559i32 }
-- input { 70i64 0i64 70i64 } output { 0i32 }
-- input { 0i64 20i64 70i64 } output { 0i32 }

-- Both operands are stored the other way round.
entry turned (n: i64) (p: i64) (m: i64): i32 =
  checksum (opaque (multiply (transpose (opaque (values p n 1))) (transpose (opaque (values m p 2)))))
-- ==
-- entry: turned
-- input { 64i64 16i64 64i64 } output { 345i32 }
-- input { 130i64 20i64 67i64 } output { 2786i32 }
