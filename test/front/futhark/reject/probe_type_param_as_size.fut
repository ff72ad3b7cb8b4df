-- Type param as size.
-- ==
-- error: E1101

def f 't (x: [t]i32) = x
entry main (x: i32) = x
