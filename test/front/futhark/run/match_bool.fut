-- match on booleans and on numbers of several types.
-- ==
-- entry: main
-- input { true 2u8 -1i64 } output { 1 20 -5 }
-- input { false 9u8 0i64 } output { 0 0 5 }
def main (b: bool) (x: u8) (y: i64): (i32, i32, i32) =
  ( match b case true -> 1 case false -> 0
  , match x case 1 -> 10 case 2 -> 20 case _ -> 0
  , match y case -1 -> -5 case _ -> 5 )
