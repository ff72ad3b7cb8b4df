-- include, with and abstract types made known.
-- ==
-- entry: main
-- input { 4 } output { 5 16 }
module type base = { type t val inc: t -> t }
module type more = { include base val twice: t -> t val show: t -> i32 }
module a: more with t = i32 = {
  type t = i32
  def inc (x: t) = x + 1
  def twice (x: t) = x * 2
  def show (x: t) = x
}
module b: more = { type t = i32 def inc (x: t) = x * 2 def twice (x: t) = x * 4 def show (x: t) = x }
module make_b (m: more) (mk: {val mk: i32 -> m.t}) = { def run (x: i32) = m.show (m.twice (mk.mk x)) }
module run_a = make_b a {def mk (x: i32) = x * 2}
def main (x: i32): (i32, i32) = (a.inc x, run_a.run x)
