-- A tuple pattern of another length.
-- ==
-- error: E12
def main (x: i32) = let (a, b, c) = (x, x) in a
