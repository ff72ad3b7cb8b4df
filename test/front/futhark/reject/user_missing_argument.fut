-- One argument too few.
-- ==
-- error: E1201

def add3 (a: i32) (b: i32) (c: i32) : i32 = a + b + c
entry main (x: i32) : i32 = add3 x x
