-- Type param as size.
-- ==
-- error: error\[E1

def f 't (x: [t]i32) = x
entry main (x: i32) = x
