-- The bound of a for loop is a float.
-- ==
-- error: E1201
def main (n: f32) = loop x = 0 for i < n do x + 1
