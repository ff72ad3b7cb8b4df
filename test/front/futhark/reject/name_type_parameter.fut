-- A type parameter that nothing binds.
-- ==
-- error: E1001
def f (x: 'a) = x
def main (x: i32) = x
