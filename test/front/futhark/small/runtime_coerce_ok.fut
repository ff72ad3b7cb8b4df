-- Runtime coerce ok.
-- ==
-- input { [[1,2],[3,4]] } output { [[1,2],[3,4]] }

entry main (a: [][]i32) = a :> [2][2]i32
