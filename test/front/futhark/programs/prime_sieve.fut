-- The sieve of Eratosthenes by a loop, and a recursive-doubling one by scatter.
-- ==
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 } output { empty([0]i64) empty([0]i64) }
-- input { 3i64 } output { [2i64] [2i64] }

-- ==
-- entry: count
-- input { 50i64 } output { 15i64 }

def sieve_loop (n: i64) : []i64 =
  let flags = map (>= 2) (iota n)
  let (flags, _) =
    loop (flags, p) = (flags, 2) while p * p < n do
      let flags =
        if flags[p]
        then let multiples = map (\k -> (k + p) * p) (iota (n / p - p + 1))
             in scatter flags multiples (map (const false) multiples)
        else flags
      in (flags, p + 1)
  in filter (\i -> flags[i]) (iota n)

-- Knowing the primes below the root of m, finds those below m.
def sieve_doubling (n: i64) : []i64 =
  let (primes, _) =
    loop (primes: []i64, c) = ([], 2) while c < n do
      let c2 = i64.min (c * c) n
      let is_prime =
        map (\i -> i >= c && all (\p -> i % p != 0) primes) (iota c2)
      let new = filter (\i -> is_prime[i]) (iota c2)
      in (primes ++ new, c2)
  in primes

entry main (n: i64) : ([]i64, []i64) = (sieve_loop n, sieve_doubling n)

entry count (n: i64) : i64 = length (sieve_loop n)
