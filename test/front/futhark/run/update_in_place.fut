-- Updates by with and by let, of elements, slices and rows.
-- ==
-- entry: main
-- input { [1, 2, 3, 4] } output { [1, 9, 3, 4] [7, 7, 3, 4] [4, 3, 2, 1] }
-- ==
-- entry: matrix
-- input { [[1, 2], [3, 4]] } output { [[1, 9], [5, 6]] }
entry main [n] (xs: [n]i32): ([n]i32, [n]i32, [n]i32) =
  let a = copy xs
  let a[1] = 9
  let b = copy xs with [0:2] = [7, 7]
  let c = copy xs with [0:n] = reverse xs
  in (a, b, c)
entry matrix (xss: *[2][2]i32): *[2][2]i32 =
  let xss[0, 1] = 9
  in xss with [1] = [5, 6]
