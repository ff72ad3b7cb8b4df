-- A name twice in one pattern.
-- ==
-- error: E1[12]
def main (x: i32) (x: i32) = x
