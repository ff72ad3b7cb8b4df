-- Arrays of a point whose size changes in a loop have room for the most that they need, which is known in front of the
-- kernel: a block of threads shares the point.

-- Backward induction: what is left falls by one in each round; a check bounds it.
entry tree [m] (xs: [m]i32) (n: i64): [m]i32 =
  map (\x ->
         let v = loop v = map (\j -> x + i32.i64 j) (0...n) for i in n-1..n-2...0 do
                   let w = i + 1
                   let new = map2 (\hi lo -> (hi ^ lo) + x) v[1:w+1] (v[0:w] :> [w+1-1]i32)
                   in v with [0:w+1-1] = new
         in v[0]) xs

-- A triangle: rows of the first i elements, summed and written behind them; nothing is checked.
entry triangle [m][n] (xss: [m][n]i32): [m][n]i32 =
  map (\xs -> loop xs = copy xs for i < n do
                let below = map (\j -> xs[j] * 3 + i32.i64 i) (iota i)
                let sums = scan (+) 0 below
                let last = if i == 0 then 1 else sums[i-1] + below[0]
                in xs with [i] = xs[i] + last) xss

-- Two sizes that vary, one in each dimension.
entry corner [m][n] (xss: [m][n][n]i32): [m][n][n]i32 =
  map (\a -> loop a = copy a for k < n do
               let rest = n - k
               let part = tabulate_2d rest rest (\i j -> a[k+i, k+j] - a[k, k+j] * a[k+i, k])
               in a with [k:n, k:n] = (part :> [n-k][n-k]i32)) xss

-- What only the point knows has room too where a check says so.
entry prefix [m][n] (xss: [m][n]i32) (ks: [m]i64): [m]i32 =
  map2 (\xs k ->
          let some = map (\x -> x * 2) xs[0:k]
          let sums = scan (+) 0 some
          let more = map2 (+) some sums
          in i32.sum more + i32.sum sums) xss ks
-- ==
-- entry: tree
-- input { [1, 2, 3] 4i64 } output { [13, 6, 23] }
-- input { [5, -7] 40i64 } output { [5, -71] }
-- input { [5] 0i64 } error: E0412.*Range
-- input { empty([0]i32) 3i64 } output { empty([0]i32) }
-- ==
-- entry: triangle
-- input { [[1, 2, 3, 4], [5, 6, 7, 8]] } output { [[2, 16, 69, 283], [6, 44, 181, 731]] }
-- input { empty([2][0]i32) } output { empty([2][0]i32) }
-- random input { [3][41]i32 } auto output
-- ==
-- entry: corner
-- input { [[[1, 2, 3], [3, 4, 5], [2, 1, 9]], [[5, 6, 7], [7, 8, 9], [4, 1, 2]]] }
-- output { [[[0, 0, 0], [0, -6, -12], [0, -9, -90]], [[-20, -24, -28], [-28, -1190, -1400], [-16, -805, -895862]]] }
-- random input { [3][9][9]i32 } auto output
-- input { empty([2][0][0]i32) } output { empty([2][0][0]i32) }
-- ==
-- entry: prefix
-- input { [[1, 2, 3], [4, 5, 6]] [2i64, 3i64] } output { [22, 142] }
-- input { [[1, 2, 3], [4, 5, 6]] [2i64, 4i64] } error: E0402.*out of bounds
-- input { [[1, 2, 3], [4, 5, 6]] [0i64, 0i64] } output { [0, 0] }
-- ==
-- structure cuda { kernel:block 3 }
