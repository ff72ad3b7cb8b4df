-- A definition is used before it.
-- ==
-- error: E1101
def main (x: i32) = f x
def f (x: i32) = x
