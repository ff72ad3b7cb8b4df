-- Unique alias pick.
-- ==
-- error: E1401

def pick [n] (b: bool) (x: [n]i64) (y: [n]i64) : [n]i64 = if b then x else y
entry main (n: i64) (q: bool) = let a = iota n let b = iota n let c = pick q a b let d = c with [0] = 1 in d[0] + b[0]
