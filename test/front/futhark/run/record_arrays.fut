-- Arrays of records, and records of arrays.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [2, 4, 6] [1.0, 2.0, 3.0] 6 }
type pair = {double: i32, real: f64}
def main [n] (xs: [n]i32): ([n]i32, [n]f64, i32) =
  let ps: [n]pair = map (\x -> {double = 2 * x, real = f64.i32 x}) xs
  let total = reduce (\p q -> {double = p.double + q.double, real = p.real + q.real})
                     {double = 0, real = 0} ps
  in (map (.double) ps, map (.real) ps, total.double / 2)
