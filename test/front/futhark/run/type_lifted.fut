-- A lifted type parameter may be a function.
-- ==
-- entry: main
-- input { 5 } output { 6 25 }
type^ box '^a = {value: a}
def unbox '^a (b: box a): a = b.value
def main (x: i32): (i32, i32) =
  let b: box (i32 -> i32) = {value = (+ 1)}
  let (f, g) = (unbox b, unbox {value = \y -> y * y})
  in (f x, g x)
