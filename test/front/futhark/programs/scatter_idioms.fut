-- Scatter: permutations and their inverses, compaction, ignored indices, spread, 2-D.
-- ==
-- input { [2i64, 0i64, 1i64] [10i32, 20i32, 30i32] }
-- output { [20i32, 30i32, 10i32] [1i64, 2i64, 0i64] [10i32, 20i32, 30i32] }

-- ==
-- entry: compact
-- input { [5i32, -2i32, 0i32, 7i32, -1i32] } output { [5i32, 7i32] 2i64 }

-- ==
-- entry: ignored
-- input { [-1i64, 3i64, 1i64, 9i64] } output { [0i32, 3i32, 0i32, 2i32, 0i32] }

-- ==
-- entry: sparse
-- input { 3i64 [0i64, 2i64] [1i64, 0i64] }
-- output { [[0i32, 1i32, 0i32], [0i32, 0i32, 0i32], [2i32, 0i32, 0i32]] }

-- ==
-- entry: distinct
-- input { [3i32, 1i32, 2i32, 3i32, 1i32] } output { [1i32, 2i32, 3i32] }

entry main [n] (perm: [n]i64) (xs: [n]i32) : ([n]i32, [n]i64, [n]i32) =
  let scattered = scatter (replicate n 0) perm xs
  let inverse = scatter (replicate n 0) perm (iota n)
  let back = map (\i -> scattered[i]) perm
  in (scattered, inverse, back)

def compact_by [n] 't (zero: t) (keep: t -> bool) (xs: [n]t) : ([]t, i64) =
  let flags = map keep xs
  let offsets = scan (+) 0 (map i64.bool flags)
  let k = if n == 0 then 0 else offsets[n - 1]
  let is = map2 (\f o -> if f then o - 1 else -1) flags offsets
  in (scatter (replicate k zero) is xs, k)

entry compact [n] (xs: [n]i32) : ([]i32, i64) = compact_by 0 (> 0) xs

entry ignored [n] (is: [n]i64) : [5]i32 =
  spread 5 0 is (map (\i -> i32.i64 i + 1) (iota n))

entry sparse [n] (k: i64) (is: [n]i64) (js: [n]i64) : [k][k]i32 =
  scatter_2d (replicate k (replicate k 0)) (zip is js) (map (+ 1) (map i32.i64 (iota n)))

-- The values that occur, ascending; all are below 16.
entry distinct (xs: []i32) : []i32 =
  let seen = scatter (replicate 16 false) (map i64.i32 xs) (map (const true) xs)
  in iota 16 |> filter (\i -> seen[i]) |> map i32.i64
