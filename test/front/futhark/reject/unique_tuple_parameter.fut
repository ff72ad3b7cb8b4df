-- A part of a tuple parameter without * is consumed.
-- ==
-- error: E1402
def main (t: ([]i32, i32)) = t.0 with [0] = t.1
