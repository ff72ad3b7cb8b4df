-- Irregular parallelism as Futhark programs have it: inner sizes that vary, results that are scalars.

-- Sparse matrix times vector, rows by offsets.
entry spmv [n] [k] [m] (offsets: [n]i64) (cols: [k]i64) (vals: [k]f64) (v: [m]f64) : [n]f64 =
  let ends = tabulate n (\i -> if i + 1 < n then offsets[i + 1] else k)
  in map2 (\a b -> reduce (+) 0 (map (\j -> vals[a + j] * v[cols[a + j]]) (iota (b - a)))) offsets ends

-- Triangular sums.
entry triangle (n: i64) : [n]i64 =
  map (\i -> i64.sum (map (\j -> i * j) (iota i))) (iota n)

-- A loop whose length depends on the point, with a reduction inside.
entry collatz [n] (xs: [n]i64) : [n]i64 =
  map (\x ->
         let (_, steps) =
           loop (y, s) = (x, 0) while y > 1 do
             (if y % 2 == 0 then y / 2 else 3 * y + 1, s + i64.sum (map (% 3) (iota (y % 7))))
         in steps)
      xs

-- Primes by nested filters.
entry primes (n: i64) : []i64 =
  filter (\p -> p > 1 && all (\q -> p % q != 0) (filter (\q -> q * q <= p) (map (+ 2) (iota p)))) (iota n)

-- A scan and a filter at each point.
entry above [n] (xs: [n]i64) : [n]i64 =
  map (\x -> let sums = scan (+) 0 (iota x) in length (filter (> x) sums)) xs

-- Segments of very different sizes, with a histogram each.
entry powers [n] (xs: [n]i64) : [n]i64 =
  map (\x ->
         let h = reduce_by_index (replicate 5 0) (+) 0 (map (% 6) (iota (x * x))) (map (\_ -> 1) (iota (x * x)))
         in h[0] * 10 + h[4])
      xs
-- ==
-- entry: spmv
-- input { [0i64, 2i64, 2i64] [0i64, 1i64, 2i64] [1.0, 2.0, 3.0] [10.0, 20.0, 30.0] } output { [50.0, 0.0, 90.0] }
-- ==
-- entry: triangle
-- input { 5i64 } output { [0i64, 0i64, 2i64, 9i64, 24i64] }
-- input { 0i64 } output { empty([0]i64) }
-- input { 300i64 }
-- ==
-- entry: collatz
-- input { [1i64, 6i64, 7i64, 0i64, 27i64] }
-- input { [6i64] } output { [21i64] }
-- ==
-- entry: primes
-- input { 30i64 } output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 0i64 } output { empty([0]i64) }
-- ==
-- entry: above
-- input { [4i64, 0i64, 10i64] } output { [1i64, 0i64, 5i64] }
-- ==
-- entry: powers
-- input { [4i64, 0i64, 1i64, 50i64] } output { [32i64, 0i64, 10i64, 4586i64] }
