-- A tuple of functions, destructured and mapped.
-- ==
-- entry: main
-- input { [1, 2] } output { [2, 3] [2, 4] [4, 6] }
def both '^a '^b 'x (f: x -> a) (g: x -> b) (x: x): (a, b) = (f x, g x)
def main [n] (xs: [n]i32): ([n]i32, [n]i32, [n]i32) =
  let (f, g) = ((+ 1), (* 2))
  let (as, bs) = unzip (map (both f g) xs)
  in (as, bs, map (f >-> g) xs)
