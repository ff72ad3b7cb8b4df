-- Transposes, traces, outer products, identity, block matrices and flattening.
-- ==
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] [[3i32, 2i32, 1i32], [6i32, 5i32, 4i32]] [[4i32, 1i32], [5i32, 2i32], [6i32, 3i32]] }

-- ==
-- entry: outer
-- input { [1.0f64, 2.0f64] [3.0f64, 4.0f64, 5.0f64] }
-- output { [[3.0f64, 4.0f64, 5.0f64], [6.0f64, 8.0f64, 10.0f64]] }

-- ==
-- entry: square_matrix
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { 5i32 false [[1i32, 2i32], [2i32, 4i32]] }

-- ==
-- entry: reshape
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }

-- ==
-- entry: blocks
-- input { [[1i32, 2i32], [3i32, 4i32]] [[5i32], [6i32]] }
-- output { [[1i32, 2i32, 5i32], [3i32, 4i32, 6i32]] [[1i32, 2i32], [3i32, 4i32], [1i32, 2i32], [3i32, 4i32]] }

-- ==
-- entry: cube
-- input { 3i64 }
-- output { [[[0i64, 1i64], [1i64, 2i64], [2i64, 3i64]], [[10i64, 11i64], [11i64, 12i64], [12i64, 13i64]]] 12i64 }

entry main [n][m] (a: [n][m]i32) : ([m][n]i32, [n][m]i32, [m][n]i32) =
  (transpose a, map reverse a, transpose (reverse a))

def outer_product [n][m] 'a 'b 'c (op: a -> b -> c) (xs: [n]a) (ys: [m]b) : *[n][m]c =
  map (\x -> map (op x) ys) xs

entry outer (xs: []f64) (ys: []f64) = outer_product (*) xs ys

def trace [n] (a: [n][n]i32) : i32 = i32.sum (tabulate n (\i -> a[i, i]))

def is_symmetric [n] (a: [n][n]i32) : bool =
  and (map2 (\r c -> and (map2 (==) r c)) a (transpose a))

def symmetrise [n] (a: [n][n]i32) : [n][n]i32 =
  tabulate_2d n n (\i j -> if i < j then a[i, j] else a[j, i])

entry square_matrix [n] (a: [n][n]i32) = (trace a, is_symmetric a, symmetrise a)

entry reshape [n][m] (a: [n][m]i32) : ([n * m]i32, [m][n]i32, [n][m]i32) =
  let flat = flatten a
  in (flat, unflatten (flat :> [m * n]i32), unflatten flat)

entry blocks [n][m][k] (a: [n][m]i32) (b: [n][k]i32) : ([n][m + k]i32, [n + n][m]i32) =
  (map2 concat a b, a ++ a)

entry cube (n: i64) : ([2][n][2]i64, i64) =
  let c = tabulate_3d 2 n 2 (\i j k -> 10 * i + j + k)
  in (c, length (flatten_3d c))
