-- A scan of the sums of rows, in a map over matrices.
-- ==
-- entry: main
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[3, 10], [11, 26]] }
def main (xsss: [][][]i32): [][]i32 = map (\xss -> scan (+) 0 (map i32.sum xss)) xsss
