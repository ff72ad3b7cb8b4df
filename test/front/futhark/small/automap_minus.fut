-- A prefix minus is mapped over arrays like the other operators.
-- ==
-- input { [[1,2],[3,4]] } output { [[-1,-2],[-3,-4]] [[-2,-3],[-4,-5]] }

entry main (a: [][]i32) = (-a, -(a + 1))
