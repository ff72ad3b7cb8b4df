-- Functions cannot be in arrays.
-- ==
-- error: E1206

def f (x: i32) = x
def g (x: i32) = x + 1
entry main (x: i32) : i32 = ([f, g])[0] x
