-- A prefix operator cannot be defined.
-- ==
-- error: E1011
def x ! y = x + y
def main (a: i32) = a ! 1
