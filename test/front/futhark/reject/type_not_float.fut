-- Logical negation of a float.
-- ==
-- error: E1201
def main (x: f32) = !x
