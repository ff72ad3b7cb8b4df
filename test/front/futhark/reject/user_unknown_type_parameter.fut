-- A type parameter that was not declared.
-- ==
-- error: E1102

def first (x: a) (y: a) : a = x
entry main (x: i32) = first x x
