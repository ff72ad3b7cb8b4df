-- Alias via global fun.
-- ==
-- error: error\[E14

def g = iota 3
def h () = g
entry main (x: i64) = (h ()) with [0] = x
