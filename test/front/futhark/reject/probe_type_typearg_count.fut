-- Type typearg count.
-- ==
-- error: E1208

type p 'a = (a, a)
def f (x: p) = x.0
entry main (x: i32) = f (x, x)
