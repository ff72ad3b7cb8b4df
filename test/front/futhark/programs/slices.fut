-- Slices of every form, with negative strides, and updates of slices.
-- ==
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] }
-- output { [2i32, 3i32, 4i32] [7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32] [6i32, 4i32, 2i32] [1i32, 4i32, 7i32] empty([0]i32) [0i32, 1i32, 2i32] }

-- ==
-- entry: matrix
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32], [7i32, 8i32, 9i32]] }
-- output { [2i32, 5i32, 8i32] [[9i32, 8i32], [6i32, 5i32]] [7i32, 8i32, 9i32] [[1i32, 3i32], [7i32, 9i32]] }

-- ==
-- entry: updates
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [1i32, 9i32, 8i32, 7i32, 5i32, 6i32] [0i32, 2i32, 0i32, 4i32, 0i32, 6i32] }

-- ==
-- entry: checked
-- input { [1i32, 2i32, 3i32] 1i64 5i64 } error: E0402.*
-- input { [1i32, 2i32, 3i32] 1i64 3i64 } output { [2i32, 3i32] }

-- ==
-- entry: flips
-- input { [[1i32, 2i32], [3i32, 4i32]] }
-- output { [[3i32, 4i32], [1i32, 2i32]] [[2i32, 1i32], [4i32, 3i32]] [[9i32, 2i32], [9i32, 4i32]] }

entry main (xs: [8]i32) : ([]i32, []i32, []i32, []i32, []i32, []i32) =
  (xs[2:5], xs[::-1], xs[6:0:-2], xs[1::3], xs[3:3], xs[:3])

entry matrix [n] (a: [n][n]i32) : ([]i32, [][]i32, []i32, [][]i32) =
  (a[:, 1], a[:0:-1, :0:-1], a[n - 1], a[::2, ::2])

entry updates [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let ys = copy xs with [1:4] = [9, 8, 7]
  let zs = copy xs
  let zs[0:n:2] = replicate ((n + 1) / 2) 0
  in (ys, zs)

entry checked [n] (xs: [n]i32) (from: i64) (to: i64) : []i32 = xs[from:to]

entry flips (a: [2][2]i32) : ([2][2]i32, [2][2]i32, [2][2]i32) =
  let b = copy a
  let b[:, 0] = replicate 2 9
  in (reverse a, map reverse a, b)
