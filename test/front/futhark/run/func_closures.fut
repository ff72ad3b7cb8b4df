-- Closures keep the values that they saw, whatever is shadowed later.
-- ==
-- entry: main
-- input { 1 } output { 101 12 111 }
def main (x: i32): (i32, i32, i32) =
  let f y = x + y
  let g = \y -> f y + 1
  let x = 10
  in (f 100, g x, x + f 100)
