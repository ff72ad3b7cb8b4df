-- A size that applies a parameter is another one for another function.
-- ==
-- error: E1301
def f (n: i64) (g: i64 -> i64): [g n]i32 = replicate (g n) 1i32
def main (n: i64) = map2 (+) (f n (+ 1)) (f n (+ 2))
