-- Unique local fun consume.
-- ==
-- error: E1404

entry main (n: i64) = let a = iota n let f (i: i64) = (a with [0] = i)[0] in f 0 + f 1
