-- Lambdas that return lambdas, applied at once and step by step.
-- ==
-- entry: main
-- input { 2 } output { 9 9 7 }
def main (x: i32): (i32, i32, i32) =
  let f = \a -> \b -> a + b * x
  let g = f 1
  in ((\a b -> a + b * x) 1 4, g 4, (\h -> h 3) g)
