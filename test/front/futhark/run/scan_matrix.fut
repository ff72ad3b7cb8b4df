-- Scans of rows and of columns: a summed-area table.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[1, 3], [4, 10]] }
def main [n] [m] (xss: [n][m]i32): [n][m]i32 =
  map (scan (+) 0) xss |> transpose |> map (scan (+) 0) |> transpose
