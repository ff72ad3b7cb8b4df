-- A scan over records with an array field.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [1, 3, 6] [[1, 1], [2, 4], [3, 9]] }
type s = {sum: i32, last: [2]i32}
def main [n] (xs: [n]i32): ([n]i32, [n][2]i32) =
  let rs = scan (\(a: s) (b: s) -> {sum = a.sum + b.sum, last = b.last})
                {sum = 0, last = [0, 0]}
                (map (\x -> {sum = x, last = [x, x * x]}) xs)
  in (map (.sum) rs, map (.last) rs)
