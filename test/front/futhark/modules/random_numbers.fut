-- ==
-- input { 42 } output { [82, 63, 33, 39, 50] }
module type rng_engine = {
  module int: integral
  type rng
  val rand: rng -> (rng, int.t)
  val seed: i32 -> rng
  val split_rng: (n: i64) -> rng -> [n]rng
  val min: int.t
  val max: int.t
}
module type rng_distribution = {
  module engine: rng_engine
  module num: numeric
  type distribution
  val rand: distribution -> engine.rng -> (engine.rng, num.t)
}
module linear (T: integral) (P: { val a: T.t val c: T.t val m: T.t }): rng_engine with int.t = T.t with rng = T.t = {
  module int = T
  type rng = T.t
  def rand (x: rng): (rng, int.t) = let r = T.((P.a * x + P.c) %% P.m) in (r, r)
  def seed (s: i32): rng = T.i32 s
  def split_rng (n: i64) (x: rng): [n]rng = map (\i -> T.(x ^ i64 i)) (iota n)
  def min = T.i32 0
  def max = T.(P.m - i32 1)
}
module minstd = linear u32 { def a = 48271u32 def c = 0u32 def m = 2147483647u32 }
module uniform_int (D: integral) (E: rng_engine): rng_distribution with num.t = D.t with engine.rng = E.rng with distribution = (D.t, D.t) = {
  module engine = E
  module num = D
  type distribution = (D.t, D.t)
  def to_D (x: E.int.t) = D.i64 (E.int.to_i64 x)
  def rand ((lo, hi): distribution) (rng: E.rng) : (E.rng, D.t) =
    let (rng, x) = E.rand rng
    in (rng, D.(lo + to_D x %% (hi - lo + i32 1)))
}
module d = uniform_int i32 minstd
def main (s: i32) =
  let rng = minstd.seed s
  let (_, xs) = loop (rng, xs) = (rng, replicate 5 0) for i < 5 do
    let (rng, x) = d.rand (0, 99) rng
    in (rng, xs with [i] = x)
  in xs
