-- A field twice in a literal.
-- ==
-- error: E1212
def main (x: i32) = {a = x, a = x}
