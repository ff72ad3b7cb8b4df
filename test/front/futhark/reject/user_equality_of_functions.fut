-- Functions cannot be compared.
-- ==
-- error: E1206

def f (x: i32) = x
entry main (x: i32) = f == f
