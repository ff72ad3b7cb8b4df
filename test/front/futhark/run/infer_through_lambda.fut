-- A field access of a parameter whose type comes later.
-- ==
-- entry: main
-- input { [1, 2] } output { [3, 6] }
type r = {a: i32, b: {c: i32}}
def main [n] (xs: [n]i32): [n]i32 =
  let rs: [n]r = map (\x -> {a = x, b = {c = 2 * x}}) xs
  in map (\v -> v.a + v.b.c) rs
