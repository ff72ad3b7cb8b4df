-- A name twice in one pattern.
-- ==
-- error: E1212
def main (x: i32) (x: i32) = x
