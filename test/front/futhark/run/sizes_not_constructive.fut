-- Sizes that stand only in functions, or only as arguments of types that forget them.
-- ==
-- input { [1, 2, 3] } output { 3 6 3i64 3i64 2i64 }
type^ maker [n] = i32 -> [n]i32
type^ eater [n] = [n]i32 -> i32
type tagged 'a = {tag: i64}
def made [n] (f: maker [n]) = length (f 0)
def eaten [n] (f: eater [n]) (xs: [n]i32) = f xs
def both [n] (f: {make: maker [n], eat: eater [n]}) = f.eat (f.make 1)
def sized [n] (_: tagged ([n]i32)) (xs: [n]i32) = length xs
def main [n] (xs: [n]i32) =
  (both {make = \x -> replicate n x, eat = i32.sum}, eaten i32.sum xs, made (\x -> map (+ x) xs),
   sized {tag = 1} xs, made (\x -> [x, x]))
