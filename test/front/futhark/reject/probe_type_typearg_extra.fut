-- Type typearg extra.
-- ==
-- error: error\[E1

type p = (i32, i32)
def f (x: p i32) = x.0
entry main (x: i32) = f (x, x)
