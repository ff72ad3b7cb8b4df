-- Partial type app.
-- ==
-- error: E1208

type p 'a 'b = (a, b)
def f (x: p i32) = x
entry main (x: i32) = x
