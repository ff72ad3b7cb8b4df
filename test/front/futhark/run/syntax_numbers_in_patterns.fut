-- Literals with types, characters and negative floats in patterns.
-- ==
-- entry: main
-- input { 2u8 -1.5 } output { 1 1 }
-- input { 3u8 1.5 } output { 0 0 }
def main (x: u8) (y: f64): (i32, i32) =
  (match x case 2u8 -> 1 case _ -> 0, match y case -1.5 -> 1 case _ -> 0)
