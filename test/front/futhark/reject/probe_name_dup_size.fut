-- Name dup size.
-- ==
-- error: error\[E1

def f [n][n] (x: [n]i32) = x
entry main (x: []i32) = f x
