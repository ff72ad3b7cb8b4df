-- Inner arrays of different lengths that do not leave the map.
-- ==
-- entry: main
-- input { [0i64, 1, 4] } output { [0i64, 0, 6] [0i64, 0, 2] }
def main [n] (ns: [n]i64): ([n]i64, [n]i64) =
  ( map (\k -> i64.sum (iota k)) ns
  , map (\k -> length (filter (\j -> j % 2 == 0) (iota k)) - (if k > 0 && k < 2 then 1 else 0)) ns )
