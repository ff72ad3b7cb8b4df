-- Unique ret transpose.
-- ==
-- error: E1407

def f [n][m] (a: [n][m]i64) : *[m][n]i64 = transpose a
entry main (a: [][]i64) = f a
