-- The same parameter twice.
-- ==
-- error: E1212

def f (x: i32) (x: i32) = x
entry main (x: i32) = f x x
