-- A loop consumes something from outside.
-- ==
-- error: E1405

entry main (n: i64) = let a = iota n in loop s = 0 for i < n do let b = a with [i] = 0 in s + b[0]
