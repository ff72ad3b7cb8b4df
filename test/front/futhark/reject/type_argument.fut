-- An argument has another type.
-- ==
-- error: E1201
def f (x: i32) = x + 1
def main (b: bool) = f b
