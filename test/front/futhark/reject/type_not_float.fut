-- Logical negation of a float.
-- ==
-- error: E12
def main (x: f32) = !x
