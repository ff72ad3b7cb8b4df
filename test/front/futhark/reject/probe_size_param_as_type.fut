-- Size param as type.
-- ==
-- error: error\[E1

def f [n] (x: n) = x
entry main (x: i32) = x
