-- Slices and ranges whose steps are so long that distance and step together pass the largest i64.
-- ==
-- input { [10i32, 20i32, 30i32, 40i32] 0i64 4i64 9223372036854775807i64 } output { [10i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 1i64 4i64 9223372036854775800i64 } output { [20i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 2i64 2i64 9223372036854775807i64 } output { empty([0]i32) }
-- input { [10i32, 20i32, 30i32, 40i32] 3i64 0i64 -9223372036854775808i64 } output { [40i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 3i64 -1i64 -9223372036854775807i64 } output { [40i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 3i64 3i64 -9223372036854775808i64 } output { empty([0]i32) }
-- input { [10i32, 20i32, 30i32, 40i32] 3i64 -1i64 -3i64 } output { [40i32, 10i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 0i64 4i64 3i64 } output { [10i32, 40i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 0i64 5i64 9223372036854775807i64 } output { [10i32] }
-- input { [10i32, 20i32, 30i32, 40i32] 0i64 5i64 2i64 } error: E0402.*out of bounds
-- input { [10i32, 20i32, 30i32, 40i32] 0i64 4i64 -9223372036854775808i64 } error: E0402.*out of bounds
-- input { [10i32, 20i32, 30i32, 40i32] 0i64 4i64 0i64 } error: E0402.*out of bounds

-- ==
-- entry: known
-- input { [10i32, 20i32, 30i32, 40i32] }
-- output { [10i32] [40i32] [10i32] [40i32] }

-- ==
-- entry: rows
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] 9223372036854775807i64 } output { [[1i32, 2i32]] 3i32 }
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] -9223372036854775808i64 } output { [[5i32, 6i32]] 11i32 }
-- input { [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] 2i64 } output { [[1i32, 2i32], [5i32, 6i32]] 14i32 }

-- ==
-- entry: update
-- input { [1i32, 2i32, 3i32] 9223372036854775807i64 } output { [9i32, 2i32, 3i32] }
-- input { [1i32, 2i32, 3i32] -9223372036854775808i64 } output { [1i32, 2i32, 9i32] }

-- ==
-- entry: each
-- input { [1i32, 2i32, 3i32] [1i64, 9223372036854775807i64, -9223372036854775808i64, -1i64, 2i64] }
-- output { [6i32, 1i32, 3i32, 6i32, 4i32] }

-- ==
-- entry: ranges
-- input { 0i64 9223372036854775807i64 4i64 } output { [0i64] [0i64] }
-- input { 0i64 4611686018427387904i64 9223372036854775807i64 }
-- output { [0i64, 4611686018427387904i64] [0i64, 4611686018427387904i64] }
-- input { 1i64 4i64 8i64 } output { [1i64, 4i64, 7i64] [1i64, 4i64, 7i64] }
-- input { 1i64 4i64 7i64 } output { [1i64, 4i64] [1i64, 4i64, 7i64] }
-- input { 1i64 1i64 7i64 } error: E0412.*invalid

entry main (xs: []i32) (i: i64) (j: i64) (s: i64) : []i32 = xs[i:j:s]

entry known (xs: []i32) : ([]i32, []i32, []i32, []i32) =
  (xs[::9223372036854775807], xs[::-9223372036854775808], xs[0:4:4294967296], xs[3:0:-4294967296])

entry rows (xs: [][]i32) (s: i64) : ([][]i32, i32) =
  let part = xs[::s]
  in (part, i32.sum (map i32.sum part))

entry update (xs: *[]i32) (s: i64) : []i32 =
  let n = length xs[::s]
  in xs with [::s] = replicate n 9

entry each [n] (xs: [n]i32) (steps: []i64) : []i32 =
  map (\s -> i32.sum xs[::s]) steps

entry ranges (a: i64) (b: i64) (c: i64) : ([]i64, []i64) = (a..b..<c, a..b...c)
