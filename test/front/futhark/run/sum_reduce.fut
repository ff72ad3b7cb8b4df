-- A reduction over a sum type.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 6 }
-- input { [1, -1, 3] } output { -1 }
type result = #ok i32 | #bad
def combine (a: result) (b: result): result =
  match (a, b)
  case (#ok x, #ok y) -> #ok (x + y)
  case _ -> #bad
def main (xs: []i32): i32 =
  match reduce combine (#ok 0) (map (\x -> if x < 0 then #bad else #ok x) xs)
  case #ok x -> x
  case #bad -> -1
