-- Loops that do one thing before an index and another from there on, with loops inside. What the index is compared with
-- may lie before the loop, in it, at its ends and past it, and be the least and the greatest number.
-- ==
-- entry: sums
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 }
-- output { [-1i64, 15, 24] [-1i64, -1, 24] [6i64, 15, -1] [6i64, -1, -1] [-1i64, 0, 24] }
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] 0i64 }
-- output { [6i64, 15, 24] [-1i64, 15, 24] [6i64, -1, -1] [-1i64, -1, -1] [0i64, 15, 24] }
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] 3i64 }
-- output { [-1i64, -1, -1] [-1i64, -1, -1] [6i64, 15, 24] [6i64, 15, 24] [-1i64, -1, -1] }
-- input { [[1i64, 2, 3], [4, 5, 6], [7, 8, 9]] -1i64 }
-- output { [6i64, 15, 24] [6i64, 15, 24] [-1i64, -1, -1] [-1i64, -1, -1] [6i64, 15, 24] }
-- input { [[1i64, 2], [4, 5]] 9223372036854775807i64 } output { [-1i64, -1] [-1i64, -1] [3i64, 9] [3i64, 9] [-1i64, -1] }
-- input { [[1i64, 2], [4, 5]] -9223372036854775808i64 } output { [3i64, 9] [3i64, 9] [-1i64, -1] [-1i64, -1] [3i64, 9] }
-- input { empty([0][0]i64) 1i64 }
-- output { empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- ==
-- entry: cholesky
-- input { [[4f64, 2, 2], [2, 5, 3], [2, 3, 6]] } output { [[2f64, 0, 0], [1, 2, 0], [1, 1, 2]] }
-- input { empty([0][0]f64) } output { empty([0][0]f64) }
-- ==
-- entry: large
-- input { 40i64 } output { true }
-- input { 1i64 } output { true }

entry sums [n][m] (xs: [n][m]i64) (j: i64) : ([n]i64, [n]i64, [n]i64, [n]i64, [n]i64) =
  let sum i = i64.sum xs[i]
  in (map (\i -> if i < j then -1 else sum i) (iota n),
      map (\i -> if i <= j then -1 else sum i) (iota n),
      map (\i -> if j < i then -1 else sum i) (iota n),
      map (\i -> if j <= i then -1 else sum i) (iota n),
      map (\i -> if i < j then -1 else if i == j then 0 else sum i) (iota n))

entry cholesky [n] (a: [n][n]f64) : [n][n]f64 =
  loop l = replicate n (replicate n 0) for j < n do
    let d = f64.sqrt (a[j, j] - f64.sum (map (\k -> l[j, k] * l[j, k]) (iota j)))
    let column = map (\i -> if i < j then 0 else if i == j then d
                            else (a[i, j] - f64.sum (map2 (*) l[i, :j] l[j, :j])) / d) (iota n)
    in l with [:, j] = column

-- The product of the triangle and its transpose is the matrix again.
entry large (n: i64) : bool =
  let a = tabulate_2d n n (\i j -> if i == j then f64.i64 n else f64.i64 ((i + j) % 5) / 8)
  let l = cholesky a
  in and (flatten (tabulate_2d n n (\i j -> f64.abs (a[i, j] - f64.sum (map2 (*) l[i] l[j])) < 1e-9)))
