-- A type parameter is not i32.
-- ==
-- error: E1201

def f 'a (x: a) : a = x + 1
entry main (x: i32) = f x
