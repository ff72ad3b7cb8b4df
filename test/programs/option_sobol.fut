-- A European call by quasi-random Monte Carlo: Sobol numbers, inverse normal, Brownian path, discounting.
def num_bits : i64 = 30
def grey (i: i32) : i32 = (i >> 1) ^ i
def test_bit (x: i32) (b: i32) : bool = (x & (1 << b)) != 0

def xor_all [n] (directions: [n]i32) (g: i32) : i32 =
  reduce (^) 0 (map2 (\d b -> if test_bit g (i32.i64 b) then d else 0) directions (iota n))

def sobol_at [d] [n] (directions: [d][n]i32) (i: i32) : [d]i32 = map (\row -> xor_all row (grey i)) directions

def sobol_recurrent [d] [n] (directions: [d][n]i32) (x: [d]i32) (i: i32) : [d]i32 =
  let bit = loop b = 0 while test_bit i b do b + 1
  in map2 (\row x -> x ^ row[bit]) directions x

def inv_cnd (p: f64) : f64 =
  let dp = p - 0.5
  let rational (x: f64) = x - (2.515517 + 0.802853 * x + 0.010328 * x * x) / (1 + 1.432788 * x + 0.189269 * x * x + 0.001308 * x * x * x)
  in if dp < 0 then -(rational (f64.sqrt (-2 * f64.log p))) else rational (f64.sqrt (-2 * f64.log (1 - p)))

def path [d] (s0: f64) (r: f64) (vol: f64) (dt: f64) (zs: [d]f64) : f64 =
  s0 * f64.exp (f64.sum (map (\z -> (r - vol * vol / 2) * dt + vol * f64.sqrt dt * z) zs))

entry main [d] [n] (directions: [d][n]i32) (count: i64) (s0: f64) (strike: f64) (r: f64) (vol: f64) (t: f64) : f64 =
  let norm = 1.0 / f64.i32 (1 << i32.i64 n)
  let dt = t / f64.i64 d
  let chunk = 16
  let payoffs =
    map (\c ->
      let first = sobol_at directions (i32.i64 (c * chunk) + 1)
      let rest = loop (xs, out) = (first, replicate chunk first) for i < chunk do
        (sobol_recurrent directions xs (i32.i64 (c * chunk + i) + 1), out with [i] = xs)
      in map (\v -> let u = map (\x -> f64.i32 x * norm) v
                    let s = path s0 r vol dt (map inv_cnd u)
                    in f64.max 0 (s - strike)) rest.1)
    (iota (count / chunk))
  in f64.exp (-r * t) * f64.sum (flatten payoffs) / f64.i64 count

entry points [d] [n] (directions: [d][n]i32) (count: i64) : [count][d]i32 =
  map (\i -> sobol_at directions (i32.i64 i + 1)) (iota count)

-- ==
-- entry: main
-- input { [[536870912i32, 268435456i32, 134217728i32, 67108864i32, 33554432i32, 16777216i32, 8388608i32, 4194304i32, 2097152i32, 1048576i32, 524288i32, 262144i32, 131072i32, 65536i32, 32768i32, 16384i32, 8192i32, 4096i32, 2048i32, 1024i32, 512i32, 256i32, 128i32, 64i32, 32i32, 16i32, 8i32, 4i32, 2i32, 1i32], [536870912i32, 805306368i32, 671088640i32, 1006632960i32, 570425344i32, 855638016i32, 713031680i32, 1069547520i32, 538968064i32, 808452096i32, 673710080i32, 1010565120i32, 572653568i32, 858980352i32, 715816960i32, 1073725440i32, 536879104i32, 805318656i32, 671098880i32, 1006648320i32, 570434048i32, 855651072i32, 713042560i32, 1069563840i32, 538976288i32, 808464432i32, 673720360i32, 1010580540i32, 572662306i32, 858993459i32]]
--   256i64
--   100f64
--   105f64
--   0.03f64
--   0.2f64
--   1f64 }
-- output { 6.8499162198568f64 }

-- ==
-- entry: points
-- input { [[536870912i32, 268435456i32, 134217728i32, 67108864i32, 33554432i32, 16777216i32, 8388608i32, 4194304i32, 2097152i32, 1048576i32, 524288i32, 262144i32, 131072i32, 65536i32, 32768i32, 16384i32, 8192i32, 4096i32, 2048i32, 1024i32, 512i32, 256i32, 128i32, 64i32, 32i32, 16i32, 8i32, 4i32, 2i32, 1i32], [536870912i32, 805306368i32, 671088640i32, 1006632960i32, 570425344i32, 855638016i32, 713031680i32, 1069547520i32, 538968064i32, 808452096i32, 673710080i32, 1010565120i32, 572653568i32, 858980352i32, 715816960i32, 1073725440i32, 536879104i32, 805318656i32, 671098880i32, 1006648320i32, 570434048i32, 855651072i32, 713042560i32, 1069563840i32, 538976288i32, 808464432i32, 673720360i32, 1010580540i32, 572662306i32, 858993459i32]]
--   5i64 }
-- output { [[536870912i32, 536870912i32], [805306368i32, 268435456i32], [268435456i32, 805306368i32], [402653184i32, 402653184i32], [939524096i32, 939524096i32]] }
