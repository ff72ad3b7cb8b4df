-- An abstract lifted type that is a function.
-- ==
-- entry: main
-- input { 2 } output { 12 }
module fn: { type^ t val make: i32 -> t val run: t -> i32 -> i32 val compose: t -> t -> t } = {
  type^ t = i32 -> i32
  def make (k: i32): t = \x -> x * k
  def run (f: t) (x: i32): i32 = f x
  def compose (f: t) (g: t): t = \x -> g (f x)
}
def main (x: i32): i32 = fn.run (fn.compose (fn.make 2) (fn.make 3)) x
