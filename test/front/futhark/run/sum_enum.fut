-- Constructors without payload, compared and counted.
-- ==
-- entry: main
-- input { [0, 1, 2, 1] } output { [2, 3, 1, 3] 2i64 }
type colour = #red | #green | #blue
def from (x: i32): colour = if x == 0 then #red else if x == 1 then #green else #blue
def value (c: colour): i32 = match c case #red -> 2 case #green -> 3 case #blue -> 1
def main [n] (xs: [n]i32): ([n]i32, i64) =
  let cs = map from xs
  in (map value cs, length (filter (== #green) cs))
