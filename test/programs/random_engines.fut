-- Random engines and distributions as parametric modules of another file: shuffled, split and joined.
-- ==
-- entry: test_lcg
-- input { [1,2,3] 5i64 } auto output
-- entry: test_norm
-- input { 1i32 20000i64 } output { true true }
-- entry: test_int
-- input { 7i32 60000i64 } output { true true }
-- entry: test_shuffle
-- input { 3i32 20i64 } output { true }
-- entry: joined
-- input { 4i32 100i64 } output { true }
import "library/engines"
module dist = uniform_real_distribution f32 minstd_rand
module norm = normal_distribution f64 xorshift128plus
module die = uniform_int_distribution i8 minstd_rand
module shuf = shuffle_engine {def k = 16i64} minstd_rand
module sdist = uniform_real_distribution f64 shuf
entry test_lcg [n] (seed: [n]i32) (k: i64): [k]f32 =
  let rng = minstd_rand.rng_from_seed seed
  let (_, xs) = loop (rng, xs) = (rng, replicate k 0f32) for i < k do
    let (rng, x) = dist.rand (0, 1) rng
    in (rng, xs with [i] = x)
  in xs
entry test_norm (seed: i32) (n: i64) =
  let rngs = xorshift128plus.split_rng n (xorshift128plus.rng_from_seed [seed])
  let (_, xs) = unzip (map (norm.rand {mean = 3, stddev = 2}) rngs)
  let mean = f64.sum xs / f64.i64 n
  let var = f64.sum (map (\x -> (x - mean) ** 2) xs) / f64.i64 n
  in (f64.abs (mean - 3) < 0.1, f64.abs (var - 4) < 0.3)
entry test_int (seed: i32) (n: i64) =
  let rngs = minstd_rand.split_rng n (minstd_rand.rng_from_seed [seed, 11])
  let (_, xs) = unzip (map (die.rand (1, 6)) rngs)
  let h = hist (+) 0 7 (map i64.i8 xs) (map (const 1i64) xs)
  in (i64.sum h == n, all (\c -> i64.abs (c - n / 6) < n / 30) h[1:])
entry test_shuffle (seed: i32) (n: i64) =
  let rngs = shuf.split_rng n (shuf.rng_from_seed [seed])
  let step r = let (r, x) = sdist.rand (-1, 1) r in (r, x)
  let (rngs, xs) = unzip (map step rngs)
  let (_, ys) = unzip (map step rngs)
  in all (\x -> x >= -1 && x <= 1) (xs ++ ys)
entry joined (seed: i32) (n: i64): bool =
  let r = xorshift128plus.rng_from_seed [seed]
  let (_, a) = xorshift128plus.rand (xorshift128plus.join_rng (xorshift128plus.split_rng n r))
  let (_, b) = xorshift128plus.rand (xorshift128plus.join_rng (reverse (xorshift128plus.split_rng n r)))
  in a == b
