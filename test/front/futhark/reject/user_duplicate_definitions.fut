-- The same name twice.
-- ==
-- error: E1106

def f (x: i32) = x
def f (x: i32) = x + 1
entry main (x: i32) = f x
