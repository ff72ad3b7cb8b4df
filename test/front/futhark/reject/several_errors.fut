-- An error does not hide those of other definitions.
-- ==
-- error: E1201
def f (x: i32) = x + true
def g (x: i32) = y
def main (x: i32): i32 = f x + g x
