-- A type of a type that is declared with `^` must be so, too.
-- ==
-- error: E1214
type^ t = i32
type u = (t, bool)
def main (x: u) = x.0
