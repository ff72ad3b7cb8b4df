-- Overload default.
-- ==
-- error: E1201

def dbl x = x + x
entry main (a: f64) = dbl a
