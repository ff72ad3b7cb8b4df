-- Values that cross from thread to thread, in all the orders that a barrier stands between: written then read, read then
-- overwritten, from one round to the next, and beside sums that only some rounds have.
-- ==
-- structure cuda { kernel:block 1 }
-- ==
-- entry: rounds
-- input { 3i64 [[1i64, 2i64, 3i64, 4i64, 5i64], [5i64, 4i64, 3i64, 2i64, 1i64]] }
-- output { [[199i64, 99i64, 234i64, 794i64, 599i64], [67i64, 123i64, 324i64, 860i64, 551i64]] }
def go [n] [m] (steps: i64) (xs: [n][m]i64) : [n][m]i64 =
  map (\x ->
    let a = map (\j -> x[(j + 2) % m] + 1) (iota m)
    let b = map (\j -> x[(j + 4) % m] * 2) (iota m)
    let c = loop c = a for k < steps do
      let d = map (\j -> c[m - 1 - j] + b[(j + k) % m]) (iota m)
      let f = scatter c (map (\j -> (j * 3) % m) (iota m)) d
      let s = if k % 2 == 0 then i64.sum f else 3
      let e = map (\j -> (d[(j + 1) % m] + s) % 1000) (iota m)
      let p = scan (+) 0 e
      in map (\j -> (p[m - 1 - j] - e[j] + f[(j + 3) % m] - p[j]) % 1000) (iota m)
    in map (\j -> c[(j + 1) % m]) (iota m)) xs

entry rounds [n] [m] (steps: i64) (xs: [n][m]i64) : [n][m]i64 = go steps xs

-- Several warps, and rows that end within one.
-- ==
-- entry: many
-- input { 5i64 77i64 } output { [109594i64, 108268i64] }
entry many (steps: i64) (m: i64) : [2]i64 =
  map (\row -> i64.sum (map2 (\v i -> v * (i % 7)) row (iota m)))
      (go steps [map (+ 1) (iota m), map (\i -> m - i) (iota m)])
