-- Histograms of other types and operators, and of two dimensions.
def at (i: i64) (seed: i64) (k: i64): i64 = (i * i * 7 + i * 31 + seed) % (k + 3) - 1

def value (i: i64) (seed: i64): i32 = i32.i64 ((i * 37 + seed) % 101 - 50)

def checksum [n] (xs: [n]i32): i32 = i32.sum (map2 (\i x -> x * i32.i64 (1 + i % 9)) (iota n) xs)

-- Values of 4 bytes that no operation of the hardware combines.
entry most (n: i64) (k: i64): i32 =
  let dest = replicate k (-20f32)
  let values = map (\i -> f32.i32 (value i 5)) (iota n)
  in checksum (map i32.f32 (opaque (reduce_by_index dest f32.max f32.lowest (map (\i -> at i 4 k) (iota n)) values)))
-- ==
-- entry: most
-- input { 1000i64 4i64 } output { 500i32 }
-- input { 3000i64 100i64 } output { 6721i32 }
-- input { 100i64 50i64 } output { 1758i32 }
-- input { 5000i64 1i64 } output { -20i32 }
-- input { 40i64 1000i64 } output { -95661i32 }
-- input { 0i64 5i64 } output { -300i32 }
-- input { 20i64 0i64 } output { 0i32 }
-- input { 70000i64 3000i64 } output { -96529i32 }

-- The greatest value of a bin and the first place where it is: more than 8 bytes.
entry best (n: i64) (k: i64): i32 =
  let greater (a: i32, i: i64) (b: i32, j: i64) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  let values = map (\i -> (value i 6, i)) (iota n)
  let is = map (\i -> at i 4 k) (iota n)
  let (xs, js) = unzip (reduce_by_index (replicate k (-60, -1)) greater (i32.lowest, i64.highest) is values)
  in checksum (opaque (map2 (\x j -> x * 1000 + i32.i64 j) xs js))
-- ==
-- entry: best
-- input { 1000i64 4i64 } output { 503009i32 }
-- input { 3000i64 100i64 } output { -3014939i32 }
-- input { 100i64 50i64 } output { -2414405i32 }
-- input { 5000i64 1i64 } output { -60001i32 }
-- input { 40i64 1000i64 } output { -288485736i32 }
-- input { 0i64 5i64 } output { -900015i32 }
-- input { 20i64 0i64 } output { 0i32 }
-- input { 70000i64 3000i64 } output { -497622019i32 }

-- Two values of 4 bytes.
entry both (n: i64) (k: i64): i32 =
  let op (a: i32, b: i32) (c: i32, d: i32) = (a + c, b ^ d)
  let values = map (\i -> (value i 1, value i 2)) (iota n)
  let (xs, ys) = unzip (reduce_by_index (replicate k (0, 1)) op (0, 0) (map (\i -> at i 8 k) (iota n)) values)
  in checksum (opaque (map2 (\x y -> x * 3 + y) xs ys))
-- ==
-- entry: both
-- input { 1000i64 4i64 } output { 82i32 }
-- input { 3000i64 100i64 } output { -7324i32 }
-- input { 100i64 50i64 } output { 1784i32 }
-- input { 5000i64 1i64 } output { 1i32 }
-- input { 40i64 1000i64 } output { 5912i32 }
-- input { 0i64 5i64 } output { 15i32 }
-- input { 20i64 0i64 } output { 0i32 }
-- input { 70000i64 3000i64 } output { -39300i32 }

entry plane (n: i64) (a: i64) (b: i64): i32 =
  let is = map (\i -> (at i 1 a, at (i * 3) 2 b)) (iota n)
  let values = map (\i -> f64.i32 (value i 2)) (iota n)
  let h = opaque (reduce_by_index_2d (replicate a (replicate b 0f64)) (+) 0 is values)
  in checksum (map i32.f64 (flatten h))
-- ==
-- entry: plane
-- input { 3000i64 7i64 9i64 } output { 46i32 }
-- input { 50i64 30i64 2i64 } output { -156i32 }
-- input { 4000i64 1i64 1i64 } output { 0i32 }
-- input { 100i64 0i64 3i64 } output { 0i32 }

-- Rows, combined by their elements; of some dimensions, and with what else is made of them.
entry rows (n: i64) (k: i64) (m: i64): i32 =
  let is = map (\i -> at i 3 k) (iota n)
  let rows = opaque (tabulate_2d n m (\i j -> value (i * 3 + j) 1))
  let h = opaque (hist (map2 (+)) (replicate m 0) k is rows)
  in checksum (flatten h)

entry matrices (n: i64) (k: i64) (m: i64): i32 =
  let is = map (\i -> at i 4 k) (iota n)
  let values = opaque (tabulate_3d n m 3 (\i j l -> value (i * 5 + j + l) 2))
  let h = opaque (reduce_by_index (tabulate_3d k m 3 (\a b c -> i32.i64 (a + b * c))) (map2 (map2 i32.max)) (replicate m (replicate 3 i32.lowest)) is values)
  in checksum (flatten (map flatten h))

entry rows_and_counts (n: i64) (k: i64) (m: i64): i32 =
  let is = map (\i -> at i 5 k) (iota n)
  let rows = opaque (tabulate_2d n m (\i j -> value (i + j * 7) 1))
  let sums = reduce_by_index (replicate k (replicate m 1)) (map2 (+)) (replicate m 0) is rows
  let counts = hist (+) 0i32 k is (map (const 1) is)
  in checksum (opaque (flatten (map2 (\c row -> map (* c) row) counts sums)))
-- ==
-- entry: rows
-- input { 1000i64 4i64 3i64 } output { -276i32 }
-- input { 3000i64 100i64 17i64 } output { -1492i32 }
-- input { 0i64 3i64 4i64 } output { 0i32 }
-- input { 20i64 0i64 3i64 } output { 0i32 }
-- input { 20i64 3i64 0i64 } output { 0i32 }
-- input { 1i64 1i64 1i64 } output { 0i32 }
-- input { 5000i64 7i64 2i64 } output { 1206i32 }
-- input { 50i64 2000i64 5i64 } output { -64i32 }

-- ==
-- entry: matrices
-- input { 1000i64 4i64 3i64 } output { 9000i32 }
-- input { 3000i64 100i64 17i64 } output { 1573266i32 }
-- input { 0i64 3i64 4i64 } output { 504i32 }
-- input { 20i64 0i64 3i64 } output { 0i32 }
-- input { 20i64 3i64 0i64 } output { 0i32 }
-- input { 1i64 1i64 1i64 } output { 0i32 }
-- input { 5000i64 7i64 2i64 } output { 3163i32 }
-- input { 50i64 2000i64 5i64 } output { 150259655i32 }

-- ==
-- entry: rows_and_counts
-- input { 1000i64 4i64 3i64 } output { 38071i32 }
-- input { 3000i64 100i64 17i64 } output { 590804i32 }
-- input { 0i64 3i64 4i64 } output { 0i32 }
-- input { 20i64 0i64 3i64 } output { 0i32 }
-- input { 20i64 3i64 0i64 } output { 0i32 }
-- input { 1i64 1i64 1i64 } output { -48i32 }
-- input { 5000i64 7i64 2i64 } output { 1668000i32 }
-- input { 50i64 2000i64 5i64 } output { 690i32 }
