-- Patterns with types, wildcards and nested tuples in let and lambda.
-- ==
-- entry: main
-- input { [1, 2] } output { 13 [3, 5] }
def main (xs: []i32): (i32, []i32) =
  let (a: i32, (b, _)) = (xs[0], (xs[1], true))
  let f ((x, y): (i32, i32)) {z} = x * y + z
  in (f (a, b) {z = 11}, map (\(x, y) -> x + y) (zip xs (map (+ 1) xs)))
