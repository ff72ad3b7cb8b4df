-- Characters and chars of strings in patterns.
-- ==
-- entry: main
-- input { [97u8, 32u8, 98u8, 97u8] } output { [1, 0, 2, 1] }
def main (s: []u8): []i32 =
  map (\c -> match c case 'a' -> 1 case 'b' -> 2 case _ -> 0) s
