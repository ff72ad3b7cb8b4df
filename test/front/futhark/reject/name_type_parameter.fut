-- A type parameter that nothing binds.
-- ==
-- error: E1
def f (x: 'a) = x
def main (x: i32) = x
