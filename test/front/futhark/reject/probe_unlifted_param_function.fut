-- Unlifted param function.
-- ==
-- error: E1206

def idd 'a (x: a) = x
entry main (a: i64) = idd (+ 1) a
