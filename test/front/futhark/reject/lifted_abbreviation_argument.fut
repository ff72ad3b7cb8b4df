-- An abbreviation is as lifted as its arguments.
-- ==
-- error: E1214
type pair 'a = (a, a)
type^ t = i32
def main (xs: [2](pair t)) = xs[0].0
