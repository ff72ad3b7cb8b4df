-- An array of a type that is declared with `^`, though it is no function.
-- ==
-- error: E1214
type^ t = i32
def main (xs: [3]{a: t}) = xs[0].a
