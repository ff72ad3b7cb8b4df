-- A size that nothing but a function in a record has, which does not say it either.
-- ==
-- error: E1306
type^ t [n] = {at: i64, eat: [n]i32 -> i32}
def f [n] (x: t [n]) = n + x.at
def main (x: i64) = f {at = x, eat = i32.sum}
