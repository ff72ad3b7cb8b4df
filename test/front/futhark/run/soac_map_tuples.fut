-- A map that returns tuples, and one that takes them apart.
-- ==
-- entry: main
-- input { [3, 4] } output { [6, 8] [9, 16] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
def main (xs: []i32): ([]i32, []i32) =
  unzip (map (\x -> (x * 2, x * x)) xs)
