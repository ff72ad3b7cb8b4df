-- The second of two existential sizes is not used.
-- ==
-- error: E1309
def f (x: i32): ?[n][m].[n]i32 = replicate (i64.i32 x) 1
