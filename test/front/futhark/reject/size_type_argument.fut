-- A type is given where a size is needed.
-- ==
-- error: E1208
type v [n] = [n]i32
def main (x: v i32) = 1
