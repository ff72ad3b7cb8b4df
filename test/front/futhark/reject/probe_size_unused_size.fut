-- Size unused size.
-- ==
-- error: error\[E1

def f [n] (x: i32) = x
entry main (x: i32) = f x
