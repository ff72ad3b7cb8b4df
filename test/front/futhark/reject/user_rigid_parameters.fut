-- Two type parameters are different.
-- ==
-- error: E1201

def f 'a 'b (x: a) (y: b) : a = y
entry main (x: i32) = f x x
