-- Recursion over arrays of shrinking size.
-- ==
-- entry: main
-- input { [3, 1, 2] } output { 6 3 }
-- input { empty([0]i32) } output { 0 -2147483648 }
def sum [n] (xs: [n]i32): i32 = if n == 0 then 0 else xs[0] + sum (tail xs)
def biggest (xs: []i32): i32 =
  if length xs == 0 then i32.lowest else i32.max (head xs) (biggest (drop 1 xs))
def main (xs: []i32): (i32, i32) = (sum xs, biggest xs)
