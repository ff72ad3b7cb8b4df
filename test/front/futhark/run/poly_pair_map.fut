-- Polymorphic higher-order helpers at several instances.
-- ==
-- entry: main
-- input { [1, 2] } output { [2, 3] [1.0, 2.0] [true, false] }
def map_pair 'a 'b 'c (f: a -> b) (g: a -> c) (x: a): (b, c) = (f x, g x)
def each 'a 'b [n] (f: a -> b) (xs: [n]a): [n]b = map f xs
def main [n] (xs: [n]i32): ([n]i32, [n]f64, [n]bool) =
  let ps = each (map_pair (+ 1) f64.i32) xs
  in (each (.0) ps, each (.1) ps, each (\(a, _) -> a % 2 == 0) ps)
