-- A type parameter that was not declared.
-- ==
-- error: error\[E1

def first (x: a) (y: a) : a = x
entry main (x: i32) = first x x
