-- The abstract type of an argument flows through a parametric module.
-- ==
-- entry: main
-- input { 3 4 } output { 14 }
module type ring = { type t val from: i32 -> t val to: t -> i32 val add: t -> t -> t val mul: t -> t -> t }
module poly (r: ring): { type p val make: r.t -> r.t -> p val eval: p -> r.t -> r.t } = {
  type p = {a: r.t, b: r.t}
  def make a b: p = {a, b}
  def eval (p: p) (x: r.t): r.t = r.add (r.mul p.a x) p.b
}
module ints: ring = {
  type t = i32
  def from (x: i32): t = x
  def to (x: t): i32 = x
  def add (a: t) (b: t): t = a + b
  def mul (a: t) (b: t): t = a * b
}
module p = poly ints
def main (x: i32) (y: i32): i32 =
  ints.to (p.eval (p.make (ints.from x) (ints.from 2)) (ints.from y))
