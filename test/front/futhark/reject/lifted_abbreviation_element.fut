-- An array of a type that is declared with `~`, though it hides no size.
-- ==
-- error: E1214
type~ t = i32
def main (xs: [3]t) = xs[0]
