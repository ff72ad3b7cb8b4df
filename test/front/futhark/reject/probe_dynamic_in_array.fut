-- Dynamic in array.
-- ==
-- error: E1214

type~ d = ?[n].[n]i32
def f (xs: []d) = length xs
entry main (a: i64) = a
