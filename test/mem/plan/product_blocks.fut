-- Matrices of blocks: all dimensions that one side of a product depends on are its rows, or columns, in whatever order
-- they stand, so that squares go across blocks. What shares out no pars needs no versions.
-- ==
-- structure cuda { kernel:tile 8, not kernel:single }

def same [a][b][c][d] (xs: [a][b][c][d]i32) (f: i64 -> i64 -> i64 -> i64 -> i32) : bool =
  all (\x -> let (i, j, r, s) = (x / (b * c * d), x / (c * d) % b, x / d % c, x % d)
            in #[unsafe] xs[i, j, r, s] == f i j r s) (iota (a * b * c * d))

def value (k: i64) (i: i64) (j: i64) : i32 = i32.i64 ((i * 7 + j * 3 + k) % 11) - 5
def sum (n: i64) (f: i64 -> i32) : i32 = loop s = 0 for k < n do s + f k

-- The interior of a decomposition: blocks of 32.
-- ==
-- entry: interior
-- input { 0i64 1i64 } output { true }
-- input { 1i64 3i64 } output { true }
-- input { 2i64 3i64 } output { true }
def update [q][p] (m: [q][p][32][32]i32) (a: [q][32][32]i32) (b: [p][32][32]i32) : [q][p][32][32]i32 =
  map2 (\rows a -> map2 (\block b ->
    map2 (\row x -> map2 (\e y -> e - i32.sum (map2 (*) x y)) row (transpose b)) block a) rows b) m a
entry interior (q: i64) (p: i64) : bool =
  let a = tabulate_3d q 32 32 (\i r k -> value 1 (i + r) (k + i))
  let b = tabulate_3d p 32 32 (\j k c -> value 2 (j + k) (c + j))
  let m = tabulate q (\i -> tabulate_3d p 32 32 (\j r c -> value (i + j) r c))
  in same (update m a b)
          (\i j r c -> value (i + j) r c - sum 32 (\k -> value 1 (i + r) (k + i) * value 2 (j + k) (c + j)))

-- Blocks of any size, whose neighbours may be in the next one.
-- ==
-- entry: any
-- input { 3i64 4i64 22i64 18i64 19i64 } output { true }
-- input { 70i64 2i64 1i64 33i64 16i64 } output { true }
def blocks [q][p][n][m][s] (a: [q][n][s]i32) (b: [p][s][m]i32) : [q][p][n][m]i32 =
  map (\a -> map (\b -> map (\x -> map (\y -> i32.sum (map2 (*) x y)) (transpose b)) a) b) a
entry any (q: i64) (p: i64) (n: i64) (m: i64) (s: i64) : bool =
  let a = tabulate_3d q n s (\i r k -> value 1 (i + r) (k + i))
  let b = tabulate_3d p s m (\j k c -> value 2 (j + k) (c + j))
  in same (blocks a b) (\i j r c -> sum s (\k -> value 1 (i + r) (k + i) * value 2 (j + k) (c + j)))

-- Rows of a block in front of the columns of all.
-- ==
-- entry: turned
-- input { 3i64 4i64 24i64 } output { true }
-- input { 4i64 4i64 16i64 } output { true }
def lines [q][p][n][s] (a: [q][n][s]i32) (b: [p][s][24]i32) : [q][n][p][24]i32 =
  map (map (\x -> map (\b -> map (\y -> i32.sum (map2 (*) x y)) (transpose b)) b)) a
entry turned (q: i64) (p: i64) (n: i64) : bool =
  let a = tabulate_3d q n 20 (\i r k -> value 1 (i + r) (k + i))
  let b = tabulate_3d p 20 24 (\j k c -> value 2 (j + k) (c + j))
  in same (lines a b) (\i r j c -> sum 20 (\k -> value 1 (i + r) (k + i) * value 2 (j + k) (c + j)))

-- Many matrices times one of them all: one tall matrix.
-- ==
-- entry: tall
-- input { 5i64 17i64 70i64 } output { true }
-- input { 0i64 17i64 70i64 } output { true }
def products [q][n][m][s] (a: [q][n][s]i32) (b: [s][m]i32) : [q][n][m]i32 =
  map (\a -> map (\x -> map (\y -> i32.sum (map2 (*) x y)) (transpose b)) a) a
entry tall (q: i64) (n: i64) (m: i64) : bool =
  let a = tabulate_3d q n 18 (\i r k -> value 1 (i + r) (k + i))
  let b = tabulate_2d 18 m (\k c -> value 2 k c)
  in same [products a b] (\_ i r c -> sum 18 (\k -> value 1 (i + r) (k + i) * value 2 k c))
