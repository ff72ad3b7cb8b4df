-- Sizes of an abstract type differ.
-- ==
-- error: E1301
module m: {type t [n] val make [n]: [n]i32 -> t [n] val add [n]: t [n] -> t [n] -> i32} = {
  type t [n] = [n]i32
  def make [n] (xs: [n]i32): t [n] = xs
  def add [n] (a: t [n]) (b: t [n]) = a[0] + b[0]
}
def main [n] [k] (xs: [n]i32) (ys: [k]i32) = m.add (m.make xs) (m.make ys)
