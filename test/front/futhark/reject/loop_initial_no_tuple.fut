-- The initial value of a loop has to fit its pattern; the body's does.
-- ==
-- error: E1201.*the pattern should be a number, but has type
entry f (n: i64): i64 = (loop (c, k) = 0 while k < n do (c + k, k + 1)).0
