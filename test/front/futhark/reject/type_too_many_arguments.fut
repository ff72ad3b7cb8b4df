-- More arguments than parameters.
-- ==
-- error: E1202
def f (x: i32) = x
def main (x: i32) = f x x
