-- Implicit maps of a function on records.
-- ==
-- entry: main
-- input { [1, 2] } output { [2, 6] }
type r = {a: i32, b: i32}
def area (x: r): i32 = x.a * x.b
def main [n] (xs: [n]i32): [n]i32 =
  let rs: [n]r = map (\x -> {a = x, b = x + 1}) xs
  in area rs
