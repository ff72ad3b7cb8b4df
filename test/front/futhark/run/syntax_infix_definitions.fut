-- Operators defined between their parameters, at the top and locally.
-- ==
-- entry: main
-- input { 2 3 } output { 7 8 13 }
def (a: i32) +> (b: i32): i32 = a * 2 + b
def a `over` b = a + b * 2i32
def main (x: i32) (y: i32): (i32, i32, i32) =
  let (p: i32) <+> (q: i32) = p * p + q * q
  in (x +> y, x `over` y, x <+> y)
