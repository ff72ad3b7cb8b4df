-- | Random number generation in the style of C++ <random>.
module type rng_engine = {
  -- | A module describing the type of values produced by this random number engine.
  module int: integral
  -- | The state of the engine.
  type rng
  val rand : rng -> (rng, int.t)
  val rng_from_seed [n] : [n]i32 -> rng
  val split_rng : (n: i64) -> rng -> [n]rng
  val join_rng [n] : [n]rng -> rng
  val min: int.t
  val max: int.t
}

module type rng_distribution = {
  module num: numeric
  module engine: rng_engine
  type distribution
  val rand: distribution -> engine.rng -> (engine.rng, num.t)
}

local def hash (x: i32): i32 =
  let x = u32.i32 x
  let x = ((x >> 16) ^ x) * 0x45d9f3b
  let x = ((x >> 16) ^ x) * 0x45d9f3b
  let x = ((x >> 16) ^ x) in
  i32.u32 x

module linear_congruential_engine (T: integral) (P: {
  val a: T.t
  val c: T.t
  val m: T.t
}): rng_engine with int.t = T.t with rng = T.t = {
  type rng = T.t
  module int = T

  def rand (x: rng): (rng, T.t) =
    let rng' = (P.a T.* x T.+ P.c) T.%% P.m
    in (rng', rng')

  def rng_from_seed [n] (seed: [n]i32) =
    let seed' =
      loop seed' = T.i32 1 for i < n do
        T.u32 (((u32.i64 (T.to_i64 seed') >> 16) ^ u32.i64 (T.to_i64 seed')) ^
        u32.i32 (seed[i] ^ 0b1010101010101))
    in (rand seed').0

  def split_rng (n: i64) (x: rng): [n]rng =
    map (\i -> x T.^ T.i32 (hash (i32.i64 i))) (iota n)

  def join_rng [n] (xs: [n]rng): rng =
    reduce (T.^) (T.i32 0) xs

  def min = T.i32 0
  def max = P.m
}

module xorshift128plus: rng_engine with int.t = u64 = {
  type rng = {state: (u64,u64)}
  module int = u64

  def rand ({state = (x,y)}: rng): (rng, u64) =
    let x = x ^ (x << 23u64)
    let new_x = y
    let new_y = x ^ y ^ (x >> 17u64) ^ (y >> 26u64)
    in ({state = (new_x,new_y)}, (new_y + y))

  def rng_from_seed [n] (seed: [n]i32) =
    loop {state=(a,b)} = {state=(u64.i64 (i64.i32 (hash (i32.i64 (-n)))), u64.i64 (i64.i32 (hash (i32.i64 n))))} for i < n do
      if i % 2 == 0
      then (rand {state=(a^u64.i32 (hash seed[i]),b)}).0
      else (rand {state=(a, b^u64.i32 (hash seed[i]))}).0

  def split_rng (n: i64) ({state=(x,y)}: rng): [n]rng =
    map (\i -> let (a,b) = (rand (rng_from_seed [hash (i32.i64 (i^n))])).0.state
               in (rand (rand {state=(x^a,y^b)}).0).0) (iota n)

  def join_rng [n] (xs: [n]rng): rng =
    reduce (\{state=(x1,y1)} {state=(x2,y2)} -> {state=(x1^x2, y1^y2)}) {state=(0,0)} xs

  def min = u64.lowest
  def max = u64.highest
}

module shuffle_engine (K: {val k: i64}) (E: rng_engine): rng_engine with int.t = E.int.t = {
  module int = E.int
  type rng = (E.rng, [K.k]int.t)

  local def build_table (rng: E.rng) =
    let xs = replicate K.k (int.i32 0)
    in loop (rng,xs) for i < K.k do
         let (rng,x) = E.rand rng
         in (rng, xs with [i] = x)

  def rng_from_seed (xs: []i32) = build_table (E.rng_from_seed xs)

  def split_rng (n: i64) ((rng,_): rng): [n]rng =
    map build_table (E.split_rng n rng)

  def join_rng [n] (rngs: [n]rng): rng =
    let (rngs', _) = unzip rngs
    in build_table (E.join_rng rngs')

  def rand ((rng, table): rng): (rng, int.t) =
    let (rng,x) = E.rand rng
    let i = i32.i64 (int.to_i64 x) %% i32.i64 K.k
    let (rng,y) = E.rand rng
    in ((rng, (copy table) with [i] = y), table[i])

  def min = E.min
  def max = E.max
}

module minstd_rand: rng_engine with int.t = u32 =
  linear_congruential_engine u32 { def a = 48271u32
                                   def c = 0u32
                                   def m = 2147483647u32 }

module uniform_int_distribution (D: integral) (E: rng_engine) :
  rng_distribution with num.t = D.t with engine.rng = E.rng
                    with distribution = (D.t,D.t) = {
  def to_D (x: E.int.t) = D.u64 (u64.i64 (E.int.to_i64 x))
  def to_E (x: D.t) = E.int.u64 (u64.i64 (D.to_i64 x))
  module engine = E
  module num = D
  type distribution = (D.t,D.t)
  open E.int
  def uniform (min: D.t, max: D.t) = (min,max)
  def rand ((min,max): distribution) (rng: E.rng) =
    let min' = to_E min
    let max' = to_E max
    let range = max' - min' + i32 1
    in if range <= i32 0
       then (rng, to_D E.min)
       else let secure_max = E.max - E.max %% range
            let (rng,x) = loop (rng, x) = E.rand rng
                          while x >= secure_max do E.rand rng
            in (rng, to_D (min' + x / (secure_max / range)))
}

module uniform_real_distribution (R: real) (E: rng_engine) :
  rng_distribution with num.t = R.t with engine.rng = E.rng
                    with distribution = (R.t,R.t) = {
  def to_D (x: E.int.t) = R.u64 (u64.i64 (E.int.to_i64 x))
  module engine = E
  module num = R
  type distribution = (num.t, num.t)
  def uniform (min: num.t) (max: num.t) = (min, max)
  def rand ((min,max): distribution) (rng: E.rng) =
    let (rng', x) = E.rand rng
    let x' = R.((to_D x - to_D E.min) / (to_D E.max - to_D E.min))
    in (rng', min R.+ x' R.* (max R.- min))
}

module normal_distribution (R: real) (E: rng_engine) :
  rng_distribution with num.t = R.t with engine.rng = E.rng
                    with distribution = {mean:R.t,stddev:R.t} = {
  def to_R (x: E.int.t) = R.u64 (u64.i64 (E.int.to_i64 x))
  module engine = E
  module num = R
  type distribution = {mean: num.t, stddev: num.t}
  def normal (mean: num.t) (stddev: num.t) = {mean=mean, stddev=stddev}
  open R
  def rand ({mean,stddev}: distribution) (rng: E.rng) =
    let (rng, u1) = E.rand rng
    let (rng, u2) = E.rand rng
    let u1 = (to_R u1 - to_R E.min) / (to_R E.max - to_R E.min)
    let u2 = (to_R u2 - to_R E.min) / (to_R E.max - to_R E.min)
    let r = sqrt (i32 (-2) * log u1)
    let theta = i32 2 * pi * u2
    in (rng, mean + stddev * (r * cos theta))
}
