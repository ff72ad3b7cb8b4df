-- Negation of literals, names, fields and applications.
-- ==
-- entry: main
-- input { 3 } output { -3 -4 3 -9 -6 true -4 }
def square (x: i32) = x * x
def main (x: i32): (i32, i32, i32, i32, i32, bool, i32) =
  let r = {f = x + 1}
  in (-x, -r.f, -(-x), -square x, (-2) * x, !(x < 0), !x)
