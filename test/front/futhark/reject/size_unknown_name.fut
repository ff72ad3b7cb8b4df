-- A size that nothing binds.
-- ==
-- error: E1101
def main (xs: [n]i32) = xs[0]
