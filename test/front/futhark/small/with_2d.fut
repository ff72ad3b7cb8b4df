-- With 2d.
-- ==
-- input { [[1,2],[3,4]] } output { [[1,9],[3,4]] [[5,6],[3,4]] }

entry main (a: [2][2]i32) = (copy a with [0,1] = 9, copy a with [0] = [5,6])
