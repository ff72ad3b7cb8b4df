-- The primes below n, by a sieve that knows the primes below the square root of n already.
def primes (n: i64) : []i64 =
  (loop (known, reached) = ([], 2) while reached < n do
     let next = i64.min (reached * reached) n
     let is_multiple = map (\k -> any (\p -> k % p == 0) known) (reached..<next)
     let fresh = filter (\(_, m) -> !m) (zip (reached..<next) is_multiple)
     in (known ++ map (.0) fresh, next)).0

entry main (n: i64) = primes n
-- ==
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 } output { empty([0]i64) }
