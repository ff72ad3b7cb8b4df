-- Functions as arguments and as results.
-- ==
-- entry: main
-- input { 5 } output { 11 25 7 12 }
def compose '^a '^b '^c (f: b -> c) (g: a -> b): a -> c = \x -> f (g x)
def twice '^a (f: a -> a): a -> a = compose f f
def power (n: i32): i32 -> i32 = \x -> x ** n
def main (x: i32): (i32, i32, i32, i32) =
  ( compose (+ 1) (* 2) x
  , (power 2) x
  , twice (+ 1) x
  , (twice <| twice <| (\y -> y + 1)) x + 3 )
