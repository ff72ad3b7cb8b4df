-- Index sections and projections as functions.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6]] } output { [2, 5] [[3, 2], [6, 5]] }
def main [n] (xss: [n][3]i32): ([n]i32, [n][]i32) =
  (map (.[1]) xss, map (\xs -> (.[2:0:-1]) xs :> [2]i32) xss)
