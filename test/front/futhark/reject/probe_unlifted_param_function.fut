-- Unlifted param function.
-- ==
-- error: error\[E12

def idd 'a (x: a) = x
entry main (a: i64) = idd (+ 1) a
