-- Polymorphic functions at several types.
-- ==
-- entry: main
-- input { 1 2.0 } output { 2.0 1 [1, 1] [2.0, 2.0] true 2i64 }
def swap 'a 'b (x: a, y: b): (b, a) = (y, x)
def double 'a (x: a): [2]a = [x, x]
def size [n] 'a (_: [n]a): i64 = n
def main (x: i32) (y: f64): (f64, i32, [2]i32, [2]f64, bool, i64) =
  let (a, b) = swap (x, y)
  in (a, b, double x, double y, (double true)[1], size (double y))
