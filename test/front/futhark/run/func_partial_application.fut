-- Partial application of own and of prelude functions, also of ones with sizes.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 6 [2, 3] [10, 20, 30] 36 [7, 7] }
def sum = reduce (+) 0i32
def from_second [n] (xs: [n]i32) = drop 1 xs
def scale (k: i32) = map (* k)
def main (xs: []i32): (i32, []i32, []i32, i32, []i32) =
  let add3 (a: i32) (b: i32) (c: i32) = a + b + c
  let add_five = add3 2 3
  let sevens = replicate 2
  in (sum xs, from_second xs, scale 10 xs, reduce (\a b -> a + b) 0 (map add_five xs) + 15, sevens 7)
