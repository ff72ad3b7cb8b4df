-- Pars that only copy, of which the result must be an array of its own, are copies of views. A check that
-- is needed only where there are points keeps its par.
entry matrix_copy [n][m] (xss: [n][m]i32): [n][m]i32 = map (map (\x -> x)) xss
entry matrix_turned [n][m] (xss: [n][m]i32): [m][n]i32 = tabulate_2d m n (\i j -> xss[j, i])
entry backwards [n] (xs: [n]i32): [n]i32 = tabulate n (\i -> xs[n - 1 - i])
entry every_second [n] (xs: [n]i32): []i32 = tabulate (n / 2) (\i -> xs[2 * i + 1])
entry column [n][m] (xss: [n][m]i32) (j: i64): [n]i32 = map (\xs -> xs[j]) xss
-- ==
-- entry: matrix_copy
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 2, 3], [4, 5, 6]] }
-- ==
-- entry: matrix_turned
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] }
-- input { empty([0][2]i32) } output { empty([2][0]i32) }
-- ==
-- entry: backwards
-- input { [1, 2, 3] } output { [3, 2, 1] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: every_second
-- input { [1, 2, 3, 4, 5] } output { [2, 4] }
-- input { [1] } output { empty([0]i32) }
-- ==
-- entry: column
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 } output { [2, 5] }
-- input { [[1, 2, 3], [4, 5, 6]] 3i64 } error: E0402.*out of bounds
-- input { empty([0][2]i32) 7i64 } output { empty([0]i32) }
-- ==
-- structure inline,simplify,hoist,simplify,fuse,simplify,checks,simplify,core_to_flat,simplify { par 1, copy 4, permute 1, slice 2 }
