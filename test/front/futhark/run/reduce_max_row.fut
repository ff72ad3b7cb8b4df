-- Nested reductions: the largest sum of a row.
-- ==
-- entry: main
-- input { [[1, 2], [5, -1], [0, 0]] } output { 4 }
-- input { empty([0][2]i32) } output { -2147483648 }
def main (xss: [][]i32): i32 = xss |> map i32.sum |> i32.maximum
