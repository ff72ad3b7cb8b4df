-- Automap result.
-- ==
-- input { [[1,2],[3,4]] } output { [3,7] 10 }

entry main (a: [][]i32) = (i32.sum a, i32.sum (i32.sum a))
