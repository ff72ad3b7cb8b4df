-- Application operators with lambdas and loops at the end.
-- ==
-- entry: main
-- input { 3 } output { 9 6 16 }
def apply 'a 'b (f: a -> b) (x: a): b = f x
def main (x: i32): (i32, i32, i32) =
  ( apply (\y -> y * y) x
  , apply (+ x) <| x
  , (\y -> y + 1) <| loop acc = x for _i < 4 do acc + x )
