-- Value as type.
-- ==
-- error: error\[E1

def k = 3
def f (x: k) = x
entry main (x: i32) = x
