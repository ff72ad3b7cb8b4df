-- Name dup size.
-- ==
-- error: E1212

def f [n][n] (x: [n]i32) = x
entry main (x: []i32) = f x
