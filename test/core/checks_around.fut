-- The neighbour to the left, around the end, however it is written: no divisions.
entry left [n] (xs: [n]i32): [n]i32 = tabulate n (\i -> xs[(i + n - 1) % n])
entry torus [n][m] (xs: [n][m]i32): [n][m]i32 =
  tabulate_2d n m (\i j ->
    xs[(i + n - 1) % n, j] + xs[(i + 1) % n, j] + 10 * xs[i, (j + m - 1) % m] + 100 * xs[i, (j + 1) % m])
-- ==
-- entry: left
-- input { [1, 2, 3] } output { [3, 1, 2] }
-- input { [7] } output { [7] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: torus
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[238, 320, 132], [562, 644, 456]] }
-- input { [[1], [2], [4]] } output { [[116], [225], [443]] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) }
-- input { empty([3][0]i32) } output { empty([3][0]i32) }
-- ==
-- structure { not smod }
