-- More arguments than parameters.
-- ==
-- error: E12
def f (x: i32) = x
def main (x: i32) = f x x
