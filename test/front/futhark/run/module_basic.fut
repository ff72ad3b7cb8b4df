-- Modules: values, types, nesting and open.
-- ==
-- entry: main
-- input { 3 } output { 4 6 9 10 }
module m = {
  type t = i32
  def inc (x: t): t = x + 1
  module inner = {
    def double (x: i32) = x * 2
  }
}
module n = {
  open m
  def square (x: t): t = x * x
}
open m.inner
def main (x: i32): (i32, i32, i32, i32) = (m.inc x, double x, n.square x, n.inc (n.square x))
