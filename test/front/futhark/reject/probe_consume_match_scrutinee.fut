-- Consume match scrutinee.
-- ==
-- error: E1401

def f [n] (a: *[n]i64) : i64 = (a with [0] = 1)[0]
entry main (n: i64) = let a = iota n in match f a case 1 -> a[0] case _ -> 0
