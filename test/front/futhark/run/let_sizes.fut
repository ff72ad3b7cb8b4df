-- A size binding in a let, and an array of unknown size given one.
-- ==
-- entry: main
-- input { [1, 2, 3, 4] } output { [2, 4] [4, 2] 2i64 }
def main (xs: []i32): ([]i32, []i32, i64) =
  let [m] (evens: [m]i32) = filter (\x -> x % 2 == 0) xs
  let back: [m]i32 = reverse evens
  in (evens, back, m)
