-- Size unused size.
-- ==
-- error: E1305

def f [n] (x: i32) = x
entry main (x: i32) = f x
