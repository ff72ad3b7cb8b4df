-- An array literal can be indexed, sliced and projected like a name; with a blank before the bracket it is applied.
-- ==
-- input { 1i64 } output { 4 2 [3, 2, 1] 7 }
entry main (i: i64): (i32, i32, []i32, i32) =
  ([[1, 2], [3, 4]][i][1], [1, 2][i], [1, 2, 3][::-1], [{a = 5i32}, {a = 7}][i].a)
