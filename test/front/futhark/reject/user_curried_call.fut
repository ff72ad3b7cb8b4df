-- Two arguments given to a function of a pair.
-- ==
-- error: E1201

def add (a: i32, b: i32) : i32 = a + b
entry main (x: i32) : i32 = add x x
