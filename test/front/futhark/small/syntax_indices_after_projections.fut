-- Indices after projections.
-- ==
-- input { [[1,2],[3,4]] } output { 4 3 2 }

entry main (a: [][]i32) = let r = {q = a} in (a[1][1], r.q[1][0], (id a)[0,1])
