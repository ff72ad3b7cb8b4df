-- User-defined operators with the precedence of their first characters.
-- ==
-- entry: main
-- input { 2 3 4 } output { 14 24 -1 10 }
def (+^) (a: i32) (b: i32): i32 = a + b
def (*^) (a: i32) (b: i32): i32 = a * b
def (<->) (a: i32) (b: i32): i32 = a - b
def main (a: i32) (b: i32) (c: i32): (i32, i32, i32, i32) =
  let (|+|) (x: i32) (y: i32) = x + y + 1
  in (a +^ b *^ c, foldl (*^) 1 [a, b, c], (a <->) b, a |+| b |+| a |+| 0)
