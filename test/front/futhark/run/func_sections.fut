-- Sections of all kinds.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [9, 8, 7] [-9, -8, -7] [2, 4, 8] [1, 4, 9] [4, 5, 6] }
def plus (a: i32) (b: i32) = a + b
def main (xs: []i32): ([]i32, []i32, []i32, []i32, []i32) =
  (map (10 -) xs, map (\x -> x - 10) xs, map (2 **) xs, map (** 2) xs, map (`plus` 3) xs)
