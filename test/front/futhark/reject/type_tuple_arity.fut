-- A tuple pattern of another length.
-- ==
-- error: E1201
def main (x: i32) = let (a, b, c) = (x, x) in a
