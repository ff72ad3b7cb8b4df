-- The order of fields in a literal does not matter; fields are evaluated anyway.
-- ==
-- entry: main
-- input { 7 } output { true 7 8 }
def f ({a, b}: {a: i32, b: i32}) = a * 10 + b
def main (x: i32): (bool, i32, i32) =
  let p = {a = x, b = x + 1}
  let q = {b = x + 1, a = x}
  in (f p == f q, q.a, p.b)
