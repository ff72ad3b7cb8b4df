-- The size of an argument reaches the result through a function type.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [2, 4, 6] 3i64 }
def apply [n] 'a 'b (f: [n]a -> [n]b) (xs: [n]a): [n]b = f xs
def main [n] (xs: [n]i32): ([n]i32, i64) =
  let ys = apply (map (* 2)) xs
  in (ys, length ys)
