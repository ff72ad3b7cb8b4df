-- Sizes of what is coerced are found from elsewhere: by its type, a parameter, another row.
-- ==
-- input { 0i64 [[1, 2]] } output { empty([0]i32) empty([0][2]i32) [1, 2] [[1, 2]] }
def three x = x :> [2]i32
def main (n: i64) (xss: [][]i32) =
  let f x = x :> [2]i32
  in ([] :> [n]i32, ([] : [0][2]i32) :> [n][2]i32, f (three xss[0]), map (\xs -> xs :> [2]i32) xss)
