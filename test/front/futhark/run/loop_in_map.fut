-- A loop with a count of its own in every element of a map.
-- ==
-- entry: main
-- input { [0, 1, 5] } output { [1, 1, 120] }
def main (xs: []i32): []i32 =
  map (\x -> loop acc = 1 for i < x do acc * (i + 1)) xs
