-- A square matrix is wanted.
-- ==
-- error: E1301

def trace [n] (a: [n][n]i32) = i32.sum (map (\i -> a[i, i]) (iota n))
entry main [n][m] (a: [n][m]i32) = trace a
