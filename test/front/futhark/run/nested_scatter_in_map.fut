-- A scatter into a fresh array inside of a map.
-- ==
-- entry: main
-- input { [[1i64, 0], [0, 0]] } output { [[0i64, 10, 7], [10, 7, 7]] }
def main [n] (iss: [n][2]i64): [n][3]i64 =
  map (\is -> let d = replicate 3 7
              let d = scatter d is [10, 10]
              in if is[0] == 1 then scatter d [0] [0] else d) iss
