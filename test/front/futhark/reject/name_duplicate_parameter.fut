-- A name twice in one pattern.
-- ==
-- error: E11
def main (x: i32) (x: i32) = x
