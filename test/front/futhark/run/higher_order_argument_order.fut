-- Functions of functions with several arguments, some given by position.
-- ==
-- entry: main
-- input { 10 3 } output { 7 -7 30 103 }
def flip' 'a 'b '^c (f: a -> b -> c): b -> a -> c = \b a -> f a b
def on 'a 'b '^c (f: b -> b -> c) (g: a -> b) (x: a) (y: a): c = f (g x) (g y)
def main (x: i32) (y: i32): (i32, i32, i32, i32) =
  ((-) x y, flip' (-) x y, (x *) y, on (+) (\a -> if a > 5 then 100 else a) x y)
