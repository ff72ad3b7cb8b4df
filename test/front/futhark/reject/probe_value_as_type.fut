-- Value as type.
-- ==
-- error: E1102

def k = 3
def f (x: k) = x
entry main (x: i32) = x
