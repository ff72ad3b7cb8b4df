-- id, const, flip, curry, uncurry, iterate and iterate_while.
-- ==
-- entry: main
-- input { 3 } output { 3 1 -7 13 30 24 48 }
def main (x: i32): (i32, i32, i32, i32, i32, i32, i32) =
  ( id x
  , const 1 x
  , flip (-) 10 x
  , curry (\(a, b) -> a + b) x 10
  , uncurry (*) (x, 10)
  , iterate 3 (* 2) x
  , iterate_while (< 40) (* 2) x )
