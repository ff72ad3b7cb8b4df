-- Modules inside of modules with abstract types, and a function over both.
-- ==
-- entry: main
-- input { 3 } output { 7 }
module outer = {
  module a: { type t val in_a: i32 -> t val out_a: t -> i32 } = { type t = i32 def in_a (x: i32) = x + 1 def out_a (x: i32) = x }
  module b: { type t val in_b: a.t -> t val out_b: t -> i32 } = {
    type t = {v: a.t}
    def in_b (v: a.t) = {v}
    def out_b (x: t) = a.out_a x.v + 3
  }
}
open outer
def main (x: i32): i32 = b.out_b (b.in_b (a.in_a x))
