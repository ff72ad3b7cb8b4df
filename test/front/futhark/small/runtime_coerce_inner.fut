-- Runtime coerce inner.
-- ==
-- input { [[1,2],[3,4]] } error: E0404.*.

entry main (a: [][]i32) = a :> [2][3]i32
