-- Type typearg extra.
-- ==
-- error: E1208

type p = (i32, i32)
def f (x: p i32) = x.0
entry main (x: i32) = f (x, x)
