-- Random engines and distributions as parametric modules.
-- ==
-- entry: main
-- input { 42 4i64 } output { [2, 7, 7, 5] true }
module type engine = {
  module int: integral
  type rng
  val seed: i32 -> rng
  val rand: rng -> (rng, int.t)
  val max: int.t
}
module minimal_standard (t: integral) (p: {val a: t.t val m: t.t}): engine with int.t = t.t = {
  module int = t
  type rng = t.t
  def seed (x: i32): rng = t.i32 x
  def rand (s: rng): (rng, t.t) = let s = t.((p.a * s) % p.m) in (s, s)
  def max = p.m
}
module uniform_int (d: integral) (e: engine) = {
  def rand (lo: d.t, hi: d.t) (r: e.rng): (e.rng, d.t) =
    let (r, x) = e.rand r
    let span = d.(hi - lo + i32 1)
    in (r, d.(lo + i64 (e.int.to_i64 x) % span))
}
module engine_1 = minimal_standard u64 {def a = 48271u64 def m = 2147483647u64}
module dice = uniform_int i32 engine_1
def main (start: i32) (n: i64): ([n]i32, bool) =
  let (_, xs) =
    loop (r, xs) = (engine_1.seed start, replicate n 0) for i < n do
      let (r, x) = dice.rand (0, 9) r
      in (r, xs with [i] = x)
  in (xs, all (\x -> x >= 0 && x <= 9) xs)
