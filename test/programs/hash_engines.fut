-- Random numbers by parametric modules: engines, an engine that shuffles another, distributions, and a
-- Monte Carlo estimate with a stream for every thread.

module type rng_engine = {
  module int: integral
  type rng
  val rng_from_seed [n] : [n]i32 -> rng
  val split_rng : (n: i64) -> rng -> [n]rng
  val join_rng [n] : [n]rng -> rng
  val rand : rng -> (rng, int.t)
  val min : int.t
  val max : int.t
}

module type rng_distribution = {
  module num: numeric
  module engine: rng_engine
  type distribution
  val rand : distribution -> engine.rng -> (engine.rng, num.t)
}

module linear_congruential (T: integral) (P: {val a: T.t val c: T.t val m: T.t}): rng_engine with int.t = T.t with rng = T.t = {
  type t = T.t
  type rng = t
  module int = T
  def rand (x: rng): (rng, t) =
    let x' = (P.a T.* x T.+ P.c) T.%% P.m
    in (x', x')
  def rng_from_seed [n] (seed: [n]i32) =
    let seed' =
      loop seed' = 1 for i < n do
        u32.(((i32 seed[i] >> 16) ^ seed') * 73244475)
    in (rand (T.u32 seed')).0
  def split_rng (n: i64) (x: rng): [n]rng =
    map (\i -> x T.^ T.u32 (u32.i64 i * 0x9e3779b9 ^ (u32.i64 i >> 7))) (iota n)
  def join_rng [n] (xs: [n]rng): rng = reduce (T.^) (T.i32 0) xs
  def min = T.i32 0
  def max = P.m T.- T.i32 1
}

module subtract_with_carry (T: integral) (P: {val w: i32 val s: i32 val r: i32}): rng_engine with int.t = T.t = {
  def long_lag = i64.i32 P.r
  def short_lag = i64.i32 P.s
  type rng = {x: [3]T.t, carry: bool, k: i32}
  module int = T
  def modulus = T.(i32 1 << i32 P.w)
  module seeder = linear_congruential u32 {def a = 40014u32 def c = 0u32 def m = 2147483563u32}
  def rand ({x, carry, k}: rng): (rng, T.t) =
    let short = (k - P.s + 3) %% 3
    let d = x[short] T.- x[k] T.- (T.bool carry)
    let (value, carry) = if d T.< T.i32 0 then (d T.+ modulus, true) else (d, false)
    let x = copy x with [k] = value
    in ({x, carry, k = (k + 1) %% 3}, value)
  def rng_from_seed [n] (seed: [n]i32): rng =
    let s = seeder.rng_from_seed seed
    let (_, x) =
      loop (s, x) = (s, replicate 3 (T.i32 0)) for i < 3 do
        let (s, v) = seeder.rand s
        in (s, x with [i] = T.u32 v T.%% modulus)
    in {x, carry = x[2] T.== T.i32 0, k = 0}
  def split_rng (n: i64) (r: rng): [n]rng =
    map (\i -> r with x = map (\x -> (x T.+ T.i64 (i * 7919)) T.%% modulus) r.x) (iota n)
  def join_rng [n] (rs: [n]rng): rng = rs[n / 2]
  def min = T.i32 0
  def max = modulus T.- T.i32 1
}

module shuffle_order (K: {val k: i64}) (E: rng_engine with int.t = u32): rng_engine with int.t = u32 = {
  type rng = {engine: E.rng, table: [K.k]u32, y: u32}
  module int = u32
  def fill (e: E.rng): rng =
    let (e, table) =
      loop (e, table) = (e, replicate K.k 0u32) for i < K.k do
        let (e, v) = E.rand e
        in (e, table with [i] = v)
    let (engine, y) = E.rand e
    in {engine, table, y}
  def rng_from_seed [n] (seed: [n]i32) = fill (E.rng_from_seed seed)
  def split_rng (n: i64) (r: rng): [n]rng = map fill (E.split_rng n r.engine)
  def join_rng [n] (rs: [n]rng): rng = fill (E.join_rng (map (.engine) rs))
  def rand (r: rng): (rng, u32) =
    let j = i64.u32 (r.y %% u32.i64 K.k)
    let y = r.table[j]
    let (engine, v) = E.rand r.engine
    in ({engine, table = copy r.table with [j] = v, y}, y)
  def min = E.min
  def max = E.max
}

module uniform_real (R: real) (E: rng_engine): rng_distribution with num.t = R.t
                                                 with engine.rng = E.rng
                                                 with distribution = (R.t, R.t) = {
  module num = R
  module engine = E
  type distribution = (R.t, R.t)
  def to_real (x: E.int.t): R.t = R.u64 (u64.i64 (E.int.to_i64 x))
  def rand ((lo, hi): distribution) (rng: E.rng) =
    let (rng, x) = E.rand rng
    let u = R.((to_real x - to_real E.min) / (to_real E.max - to_real E.min))
    in (rng, R.(lo + u * (hi - lo)))
}

module normal (R: real) (E: rng_engine): rng_distribution with num.t = R.t
                                           with engine.rng = E.rng
                                           with distribution = {mean: R.t, stddev: R.t} = {
  module num = R
  module engine = E
  module uniform = uniform_real R E
  type distribution = {mean: R.t, stddev: R.t}
  def rand ({mean, stddev}: distribution) (rng: E.rng) =
    let (rng, u1) = uniform.rand (R.f64 1e-9, R.i32 1) rng
    let (rng, u2) = uniform.rand (R.i32 0, R.i32 1) rng
    let radius = R.(sqrt (i32 (-2) * log u1))
    let theta = R.(i32 2 * pi * u2)
    in (rng, R.(mean + stddev * (radius * cos theta)))
}

module minstd_rand = linear_congruential u32 {def a = 48271u32 def c = 0u32 def m = 65537u32}
module carry24 = subtract_with_carry i32 {def w = 24i32 def s = 1i32 def r = 3i32}
module shuffled = shuffle_order {def k = 16i64} minstd_rand
module dist = uniform_real f64 shuffled
module norm = normal f32 carry24

entry engines (seed: i32) (n: i64): ([n]u32, [n]i32, [n]u32) =
  let run 'r 't (rand: r -> (r, t)) (zero: t) (r: r): [n]t =
    let (_, out) =
      loop (r, out) = (r, replicate n zero) for i < n do
        let (r, v) = rand r
        in (r, out with [i] = v)
    in out
  in (run minstd_rand.rand 0 (minstd_rand.rng_from_seed [seed]),
      run carry24.rand 0 (carry24.rng_from_seed [seed, 5]),
      run shuffled.rand 0 (shuffled.rng_from_seed [seed, 1, 2]))

entry pi (seed: i32) (threads: i64) (steps: i32): f64 =
  let rngs = shuffled.split_rng threads (shuffled.rng_from_seed [seed])
  let inside =
    map (\rng ->
      (loop (rng, c) = (rng, 0i64) for _i < steps do
         let (rng, x) = dist.rand (-1, 1) rng
         let (rng, y) = dist.rand (-1, 1) rng
         in (rng, if x * x + y * y <= 1 then c + 1 else c)).1) rngs
  in 4 * f64.i64 (i64.sum inside) / f64.i64 (threads * i64.i32 steps)

entry moments (seed: i32) (n: i64): (f32, f32) =
  let rngs = carry24.split_rng n (carry24.rng_from_seed [seed])
  let (_, xs) = unzip (map (norm.rand {mean = 3, stddev = 0.5}) rngs)
  let mean = f32.sum xs / f32.i64 n
  in (mean, f32.sum (map (\x -> (x - mean) ** 2) xs) / f32.i64 n)

-- ==
-- entry: engines
-- input { 42i32 6i64 }
-- output { [7330u32, 57704u32, 41747u32, 37761u32, 46187u32, 55011u32] [11070251i32, 4573772i32, 687784i32, 6394749i32, 1820976i32, 1133192i32] [6478u32, 17140u32, 22511u32, 25852u32, 61716u32, 42086u32] }
-- input { -7i32 3i64 }
-- output { [46839u32, 4406u32, 14461u32] [13813052i32, 349509i32, 3362812i32] [1369u32, 30718u32, 50251u32] }
-- input { 1000000i32 1i64 }
-- output { [6078u32] [10887565i32] [10973u32] }

-- ==
-- entry: pi
-- input { 1i32 100i64 30i32 }
-- output { 3.1026666666667f64 }
-- input { 5i32 37i64 11i32 }
-- output { 3.046683046683f64 }

-- ==
-- entry: moments
-- input { 3i32 500i64 }
-- output { 3.1890769f32 0.0970240906f32 }
-- input { 99i32 1i64 }
-- output { 2.63559008f32 0f32 }
