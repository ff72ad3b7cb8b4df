-- Let 2d update.
-- ==
-- input { [[1,2],[3,4]] } output { [[1,2],[3,10]] }

entry main (a: *[2][2]i32) : [2][2]i32 = let a[1,1] = a[0,0] + 9 in a
