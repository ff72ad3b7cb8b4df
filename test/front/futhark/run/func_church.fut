-- Functions of functions of functions.
-- ==
-- entry: main
-- input { 2 } output { 10 }
type^ church = (i32 -> i32) -> i32 -> i32
def zero: church = \_ x -> x
def succ (n: church): church = \f x -> f (n f x)
def plus (a: church) (b: church): church = \f x -> a f (b f x)
def main (x: i32): i32 =
  let two = succ (succ zero)
  let four = plus two two
  in four (+ x) x
