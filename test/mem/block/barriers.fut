-- Values that cross from thread to thread, in all the orders that a barrier stands between: written then read, read then
-- overwritten, from one round to the next, in the arms of a branch, and beside sums.
-- ==
-- entry: rounds
-- input { 3i64 [[1i64, 2i64, 3i64, 4i64, 5i64], [5i64, 4i64, 3i64, 2i64, 1i64]] }
-- output { [[-47i64, 220i64, -198i64, 94i64, -319i64], [-53i64, 208i64, -166i64, 70i64, -309i64]] }
def go [n] [m] (steps: i64) (xs: [n][m]i64) : [n][m]i64 =
  map (\x ->
    let a = map (\j -> x[(j + 2) % m] + 1) (iota m)
    let b = map (\j -> x[(j + 4) % m] * 2) (iota m)
    let c = loop c = a for k < steps do
      let d = map (\j -> c[m - 1 - j] + b[(j + k) % m]) (iota m)
      in if k % 2 == 0
         then scatter c (map (\j -> (j * 3) % m) (iota m)) d
         else let s = i64.sum c
              let e = map (\j -> d[(j + 1) % m] + s) (iota m)
              let p = scan (+) 0 e
              in map (\j -> p[m - 1 - j] - e[j] + c[(j + 3) % m] - p[j]) (iota m)
    in map (\j -> c[(j + 1) % m]) (iota m)) xs

entry rounds [n] [m] (steps: i64) (xs: [n][m]i64) : [n][m]i64 = go steps xs

-- Several warps, and rows that end within one.
-- ==
-- entry: many
-- input { 5i64 77i64 } output { [379869721i64, 379871723i64] }
entry many (steps: i64) (m: i64) : [2]i64 =
  map (\row -> i64.sum (map2 (\v i -> v * (i % 7)) row (iota m)))
      (go steps [map (+ 1) (iota m), map (\i -> m - i) (iota m)])
