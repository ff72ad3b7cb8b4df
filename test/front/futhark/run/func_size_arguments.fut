-- Functions of sizes: named parameters in types, and sizes that are results.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 2, 4] [1, 1, 1] 3i64 }
def build (n: i64) (f: (m: i64) -> [m]i64): [n]i64 = f n
def main (n: i64): ([n]i64, [n]i32, i64) =
  let xs = build n (\m -> map (* 2) (iota m))
  let ones [k] (_: [k]i64): [k]i32 = replicate k 1
  in (xs, ones xs, length xs)
