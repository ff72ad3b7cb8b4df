-- Two type parameters are different.
-- ==
-- error: error\[E12

def f 'a 'b (x: a) (y: b) : a = y
entry main (x: i32) = f x x
