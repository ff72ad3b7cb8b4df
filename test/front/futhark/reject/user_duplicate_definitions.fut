-- The same name twice.
-- ==
-- error: error\[E11

def f (x: i32) = x
def f (x: i32) = x + 1
entry main (x: i32) = f x
