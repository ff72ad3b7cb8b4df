-- Modules of modules: random numbers, monoids and their products.
-- ==
-- entry: rnd
-- input { 42 3i64 } output { [1226992363u32, 1227812970u32, 1228633577u32] }
-- ==
-- entry: argmax
-- input { [3,9,2] } output { 1i64 }
-- ==
-- entry: pp
-- input { [3,9,2] } output { [14i64, 3i64, 9i64, 1i64] }

-- rng modules
module type rng_engine = {
  module int: { type t val i64: i64 -> t val to_i64: t -> i64 val (*): t -> t -> t val (+): t -> t -> t val (%): t -> t -> t }
  type rng
  val rng_from_seed [n]: [n]i32 -> rng
  val split_rng: (n: i64) -> rng -> [n]rng
  val rand: rng -> (rng, int.t)
}
module linear_congruential_engine (T: { type t val i64: i64 -> t val to_i64: t -> i64 val (*): t -> t -> t val (+): t -> t -> t val (%): t -> t -> t}) (P: { val a: T.t val c: T.t val m: T.t }): rng_engine with int.t = T.t with rng = T.t = {
  module int = T
  type rng = T.t
  def rand (x: rng): (rng, int.t) = let r = (P.a T.* x T.+ P.c) T.% P.m in (r, r)
  def rng_from_seed [n] (seed: [n]i32) = let seed' = loop seed' = 1 for i < n do ((seed' >> 16) ^ seed') * seed[i] + i32.i64 i in (rand (T.i64 (i64.i32 seed'))).0
  def split_rng (n: i64) (x: rng): [n]rng = map (\i -> x T.+ T.i64 (i * 17)) (iota n)
}
module minstd = linear_congruential_engine u32 { def a: u32 = 48271 def c: u32 = 0 def m: u32 = 2147483647 }
module mku32 = { open u32 }
entry rnd (seed: i32) (n: i64) =
  let r = minstd.rng_from_seed [seed]
  let rs = minstd.split_rng n r
  in map (\r -> (minstd.rand r).1) rs
-- functor with abstract, sized
module type monoid = { type t val op: t -> t -> t val ne: t }
module reduce_mod (M: monoid) = { def red [n] (xs: [n]M.t) = reduce M.op M.ne xs def scn [n] (xs: [n]M.t) = scan M.op M.ne xs }
module max_plus: monoid with t = (i32, i64) = { type t = (i32, i64) def ne = (i32.lowest, -1i64) def op (a: t) (b: t) : t = if a.0 >= b.0 then a else b }
module rm = reduce_mod max_plus
entry argmax [n] (xs: [n]i32) = (rm.red (zip xs (iota n))).1
module prod (A: monoid) (B: monoid): monoid with t = (A.t, B.t) = { type t = (A.t, B.t) def ne = (A.ne, B.ne) def op (a: t) (b: t) = (A.op a.0 b.0, B.op a.1 b.1) }
module sum_i = { type t = i32 def ne = 0i32 def op (a: i32) b = a + b }
module pr = reduce_mod (prod sum_i (prod sum_i max_plus))
entry pp [n] (xs: [n]i32) = let (a, (b, (c, d))) = pr.red (map (\i -> (xs[i], (1i32, (xs[i], i)))) (iota n)) in [i64.i32 a, i64.i32 b, i64.i32 c, d]
