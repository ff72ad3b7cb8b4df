-- foldl and foldr go one after the other, in their direction.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { -6 2 123 321 }
-- input { empty([0]i32) } output { 0 0 0 0 }
def main (xs: []i32): (i32, i32, i32, i32) =
  ( foldl (-) 0 xs
  , foldr (-) 0 xs
  , foldl (\acc x -> acc * 10 + x) 0 xs
  , foldr (\x acc -> acc * 10 + x) 0 xs )
