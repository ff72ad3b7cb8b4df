-- Inner arrays whose sizes differ from point to point, each consumed where it is made: filters, loops that grow arrays,
-- ranges, partitions inside maps.
entry divisors (n: i64) : [n]i64 = map (\i -> i64.sum (filter (\d -> (i + 1) % d == 0) (1...i + 1))) (iota n)
entry collatz (n: i64) : [n]i64 =
  map (\i -> (loop (x, k) = (i + 1, 0) while x != 1 do (if x % 2 == 0 then x / 2 else 3 * x + 1, k + 1)).1) (iota n)
entry triangle (n: i64) : i64 = i64.sum (map (\i -> i64.sum (map (\j -> i * j) (iota i))) (iota n))
entry primes (n: i64) : []i64 =
  let (sieve, _) = loop (sieve, p) = (map (> 1) (iota (n + 1)), 2) while p * p <= n do
    (if sieve[p] then scatter sieve (map (\k -> p * p + k * p) (iota ((n - p * p) / p + 1))) (map (const false) (iota ((n - p * p) / p + 1)))
     else sieve, p + 1)
  in filter (\i -> sieve[i]) (iota (n + 1))
entry medians [n] [m] (a: [n][m]i32) : [n]i32 =
  map (\row ->
    (loop (row: []i32, k) = (copy row, m / 2) while length row > 1 do
       let pivot = row[length row / 2]
       let (less, same, _) = partition2 (< pivot) (== pivot) row
       in if k < length less then (copy less, k)
          else if k < length less + length same then ([pivot], 0)
          else (filter (> pivot) row, k - length less - length same)).0[0]) (a :> [n][m]i32)

-- ==
-- entry: divisors
-- input { 12i64 }
-- output { [1i64, 3i64, 4i64, 7i64, 6i64, 12i64, 8i64, 15i64, 13i64, 18i64, 12i64, 28i64] }

-- ==
-- entry: collatz
-- input { 9i64 }
-- output { [0i64, 1i64, 7i64, 2i64, 5i64, 8i64, 16i64, 3i64, 19i64] }

-- ==
-- entry: triangle
-- input { 10i64 }
-- output { 870i64 }

-- ==
-- entry: primes
-- input { 50i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64, 31i64, 37i64, 41i64, 43i64, 47i64] }

-- ==
-- entry: medians
-- input { [[9i32, 4i32, 5i32, 8i32, 0i32, 7i32, 3i32], [0i32, 2i32, 1i32, 5i32, 7i32, 3i32, 6i32], [8i32, 1i32, 9i32, 3i32, 0i32, 3i32, 6i32], [4i32, 2i32, 6i32, 2i32, 1i32, 2i32, 9i32], [9i32, 7i32, 2i32, 2i32, 0i32, 0i32, 3i32]] }
-- output { [5i32, 3i32, 3i32, 2i32, 2i32] }
