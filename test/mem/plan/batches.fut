-- Products of many small matrices: a block makes several squares, of the side that leaves the least of them empty. Where
-- sizes are not known they are of 16, unless the matrices are large when the program runs.
-- ==
-- structure cuda { kernel:tile 7, not kernel:single }

def same [b][n][m] (xs: [b][n][m]i32) (f: i64 -> i64 -> i64 -> i32) : bool =
  all (\x -> let (i, r, c) = (x / (n * m), x / m % n, x % m) in #[unsafe] xs[i, r, c] == f i r c) (iota (b * n * m))

def value (k: i64) (i: i64) (j: i64) : i32 = i32.i64 ((i * 7 + j * 3 + k) % 11) - 5
def sum (n: i64) (f: i64 -> i32) : i32 = loop s = 0 for k < n do s + f k
def product [n][m][s] (a: [n][s]i32) (b: [s][m]i32) : [n][m]i32 =
  map (\x -> map (\y -> i32.sum (map2 (*) x y)) (transpose b)) a

def is_right (b: i64) (n: i64) (m: i64) (s: i64) (f: [b][n][s]i32 -> [b][s][m]i32 -> [b][n][m]i32) : bool =
  let xs = tabulate_3d b n s (\i r k -> value i r k)
  let ys = tabulate_3d b s m (\i k c -> value (i + 3) k c)
  in same (f xs ys) (\i r c -> sum s (\k -> value i r k * value (i + 3) k c))

-- ==
-- entry: eight sixteen thirty
-- input { 0i64 } output { true }
-- input { 1i64 } output { true }
-- input { 19i64 } output { true }
entry eight (b: i64) = is_right b 8 8 8 (map2 product)
entry sixteen (b: i64) = is_right b 16 16 16 (map2 product)
entry thirty (b: i64) = is_right b 30 17 9 (map2 product)

-- ==
-- entry: any
-- input { 11i64 16i64 16i64 16i64 } output { true }
-- input { 3i64 9i64 35i64 8i64 } output { true }
-- input { 2i64 65i64 70i64 17i64 } output { true }
entry any (b: i64) (n: i64) (m: i64) (s: i64) = is_right b n m s (map2 product)

-- Pairs of doubles, and the second matrix turned.
-- ==
-- entry: pairs
-- input { 5i64 } output { true }
entry pairs (b: i64) : bool =
  let xs = tabulate_3d b 12 16 (\i r k -> f64.i32 (value i r k))
  let ys = tabulate_3d b 11 16 (\i c k -> f64.i32 (value (i + 3) c k))
  let both x y = reduce (\(a, b) (c, d) -> (a + c, f64.max b d)) (0, -f64.inf) (map2 (\x y -> (x * y, x - y)) x y)
  let found = map2 (\x y -> map (\r -> map (both r) y) x) xs ys
  in all (\p -> let (i, r, c) = (p / 132, p / 11 % 12, p % 11)
                let expected = both xs[i, r] ys[i, c]
                in found[i, r, c].0 == expected.0 && found[i, r, c].1 == expected.1) (iota (b * 132))

-- Too thin for squares: the sums are taken apart, or are rows of one tall matrix.
-- ==
-- entry: thin tall
-- input { 3i64 } output { true }
entry thin (b: i64) = is_right b 4 4 4 (map2 product)
entry tall (b: i64) : bool =
  let xs = tabulate_3d b 16 16 (\i r k -> value i r k)
  let y = tabulate_2d 16 16 (value 2)
  in same (map (\x -> product x y) xs) (\i r c -> sum 16 (\k -> value i r k * value 2 k c))
