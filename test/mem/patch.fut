-- Maps of loops over all of an array that leave most of it as it is: only what changes is made, in place.

-- What is below and to the right of the diagonal element, and its column.
-- ==
-- entry: decompose
-- input { [[4f32, 2f32, 2f32], [2f32, 5f32, 3f32], [2f32, 3f32, 6f32]] }
-- output { [[4f32, 2f32, 2f32], [0.5f32, 4f32, 2f32], [0.5f32, 0.5f32, 4f32]] }
-- input { [[7f32]] } output { [[7f32]] }
-- input { empty([0][0]f32) } output { empty([0][0]f32) }
entry decompose [n] (a: [n][n]f32) : [n][n]f32 =
  loop m = copy a for k < n do
    let col = map (\i -> if i > k then m[i, k] / m[k, k] else m[i, k]) (iota n)
    in map (\i -> map (\j -> if i > k && j > k then m[i, j] - col[i] * m[k, j]
                             else if j == k then col[i] else m[i, j]) (iota n)) (iota n)

-- Between two bounds, the array that is given stays.
-- ==
-- entry: between
-- input { [1i64, 2i64, 3i64, 4i64, 5i64] }
-- output { [1i64, 2i64, 3i64, 4i64, 5i64] [1i64, 3i64, 7i64, 15i64, 5i64] }
entry between [n] (xs: [n]i64) : ([n]i64, [n]i64) =
  (xs, loop ys = xs for k < n do
         map (\i -> if i > k && i < n - 1 then ys[i] + ys[k] else ys[i]) (iota n))

-- A column.
-- ==
-- entry: columns
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } output { [[1i64, 4i64, 9i64], [8i64, 15i64, 24i64]] }
entry columns [n] [m] (xs: [n][m]i64) : [n][m]i64 =
  loop ys = copy xs for k < m do
    map (\i -> map (\j -> if j == k then ys[i, j] * (i + j + 1) else ys[i, j]) (iota m)) (iota n)

-- Before and after, at either side of a row that stays.
-- ==
-- entry: around
-- input { [1i64, 2i64, 3i64, 4i64] } output { [4i64, 8i64, 12i64, 16i64] }
entry around [n] (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for k < n do
    map (\i -> if i < k || i > k then ys[i] + i + 1 else ys[i]) (iota n)

-- A neighbour is read that another point writes: all is made anew.
-- ==
-- entry: shifted
-- input { [1i64, 2i64, 3i64, 4i64] } output { [1i64, 3i64, 8i64, 20i64] }
entry shifted [n] (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for k < n do
    map (\i -> if i > k then ys[i] + ys[i - 1] else ys[i]) (iota n)

-- The bound is any number.
-- ==
-- entry: given
-- input { 1i64 [1i64, 2i64, 3i64] } output { [1i64, 4i64, 6i64] }
-- input { -5i64 [1i64, 2i64, 3i64] } output { [2i64, 4i64, 6i64] }
-- input { 7i64 [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64] }
-- input { 9223372036854775807i64 [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64] }
-- input { -9223372036854775808i64 [1i64, 2i64, 3i64] } output { [2i64, 4i64, 6i64] }
entry given [n] (low: i64) (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for _k < 1 do
    map (\i -> if i >= low then ys[i] * 2 else ys[i]) (iota n)

-- ==
-- entry: past
-- input { 9223372036854775807i64 [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64] }
-- input { 0i64 [1i64, 2i64, 3i64] } output { [1i64, 4i64, 6i64] }
entry past [n] (low: i64) (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for _k < 1 do
    map (\i -> if i > low then ys[i] * 2 else ys[i]) (iota n)

-- A small number as a bound: what it is past the end is no matter.
-- ==
-- entry: small
-- input { 2i64 1i32 [1i64, 2i64, 3i64] } output { [1i64, 8i64, 12i64] }
-- input { 2i64 2147483647i32 [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64] }
-- input { 2i64 -3i32 [1i64, 2i64, 3i64] } output { [4i64, 8i64, 12i64] }
entry small [n] (rounds: i64) (low: i32) (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for _k < rounds do
    map (\i -> if i >= i64.i32 low then ys[i] * 2 else ys[i]) (iota n)

-- What is left at the end is fewer than none.
-- ==
-- entry: below
-- input { 2i64 -3i32 [1i64, 2i64, 3i64] } output { [1i64, 2i64, 3i64] }
-- input { 2i64 2i32 [1i64, 2i64, 3i64] } output { [4i64, 8i64, 3i64] }
-- input { 2i64 9i32 [1i64, 2i64, 3i64] } output { [4i64, 8i64, 12i64] }
entry below [n] (rounds: i64) (high: i32) (xs: [n]i64) : [n]i64 =
  loop ys = copy xs for _k < rounds do
    map (\i -> if i < i64.i32 high then ys[i] * 2 else ys[i]) (iota n)

-- The old array is read again, by what makes a number of the round.
-- ==
-- entry: counted
-- input { [3i64, 1i64, 2i64] } output { [3i64, 4i64, 9i64] 18i64 }
entry counted [n] (xs: [n]i64) : ([n]i64, i64) =
  loop (ys, sum) = (copy xs, 0) for k < n do
    let zs = map (\i -> if i > k then ys[i] + ys[k] else ys[i]) (iota n)
    in (zs, sum + ys[k] + (if k == n - 1 then zs[0] - 1 else 0))
