-- Functions cannot be compared.
-- ==
-- error: error\[E1

def f (x: i32) = x
entry main (x: i32) = f == f
