-- Columns and diagonals of matrices that a block of threads shares: with gaps after every 32 words threads side by side
-- find their elements in different banks. Elements of 1, 2, 4 and 8 bytes; loops hand the matrix on.
-- ==
-- structure cuda { kernel:block 4, not kernel:single }

def turn 't [n] (plus: t -> t -> t) (steps: i64) (x: [n][n]t) : [n][n]t =
  loop x for k < steps do
    let firsts = map (\i -> plus x[i, (i + k) % n] x[i, 0]) (iota n)
    in tabulate_2d n n (\i j -> plus x[j, i] (plus firsts[j] x[(i + j) % n, j]))

def input (n: i64) (q: i64) : [q][n][n]i64 = tabulate_3d q n n (\p i j -> (p * 5 + i * 3 + j) % 7)
def digest [q][n] (xs: [q][n][n]i64) : i64 =
  i64.sum (flatten_3d (tabulate_3d q n n (\p i j -> xs[p, i, j] * ((p + 2 * i + 5 * j) % 11)))) % 1000003

-- ==
-- entry: bytes
-- input { 2i64 3i64 4i64 } output { 1818i64 }
-- input { 1i64 70i64 2i64 } output { 53426i64 }
-- input { 3i64 64i64 1i64 } output { 736893i64 }
-- input { 0i64 1i64 3i64 } output { 0i64 }
entry bytes (q: i64) (n: i64) (steps: i64) : i64 =
  digest (map (\x -> map (map i64.i8) (turn (+) steps (map (map i8.i64) x))) (input n q))
-- ==
-- entry: shorts
-- input { 2i64 3i64 4i64 } output { 56602i64 }
-- input { 1i64 70i64 2i64 } output { 53426i64 }
-- input { 3i64 64i64 1i64 } output { 736893i64 }
-- input { 0i64 1i64 3i64 } output { 0i64 }
entry shorts (q: i64) (n: i64) (steps: i64) : i64 =
  digest (map (\x -> map (map i64.i16) (turn (+) steps (map (map i16.i64) x))) (input n q))
-- ==
-- entry: words
-- input { 2i64 3i64 4i64 } output { 56602i64 }
-- input { 1i64 70i64 2i64 } output { 53426i64 }
-- input { 3i64 64i64 1i64 } output { 736893i64 }
-- input { 0i64 1i64 3i64 } output { 0i64 }
entry words (q: i64) (n: i64) (steps: i64) : i64 =
  digest (map (\x -> map (map i64.i32) (turn (+) steps (map (map i32.i64) x))) (input n q))
-- ==
-- entry: longs
-- input { 2i64 3i64 4i64 } output { 55593i64 }
-- input { 1i64 70i64 2i64 } output { 53426i64 }
-- input { 3i64 64i64 1i64 } output { 736893i64 }
-- input { 0i64 1i64 3i64 } output { 0i64 }
entry longs (q: i64) (n: i64) (steps: i64) : i64 =
  digest (map (turn (\a b -> (a + b) % 1009) steps) (input n q))
