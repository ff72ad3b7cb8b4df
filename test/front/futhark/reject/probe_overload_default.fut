-- Overload default.
-- ==
-- error: error\[E12

def dbl x = x + x
entry main (a: f64) = dbl a
