-- A size that nothing binds.
-- ==
-- error: E1[123]
def main (xs: [n]i32) = xs[0]
