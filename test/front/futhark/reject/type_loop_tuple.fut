-- The body gives too few components.
-- ==
-- error: E1201
def main (n: i32) = loop (a, b) = (0, 1) for i < n do a + b
