-- Slice update 2d.
-- ==
-- input { [[1,2],[3,4]] } output { [[0,2],[0,4]] }

entry main (a: *[2][2]i32) : [2][2]i32 = a with [:,0] = replicate 2 0
