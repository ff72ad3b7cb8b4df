-- Rows of a sparse matrix: lengths that are differences of neighbours, so that a device reads the
-- elements in order. The first row may begin anywhere, and rows may be empty.
-- ==
-- entry: sums
-- input { [0i64, 2i64, 2i64, 3i64] [1f32, 2f32, 3f32] } output { [3f32, 0f32, 3f32] }
-- input { [1i64, 1i64, 2i64, 4i64, 4i64] [1f32, 2f32, 3f32, 4f32, 5f32] } output { [0f32, 2f32, 7f32, 0f32] }
-- input { [2i64] [1f32, 2f32] } output { empty([0]f32) }
-- input { [7i64, 7i64] [1f32, 2f32] } output { [0f32] }
-- input { [0i64, 2i64, 1i64] [1f32, 2f32] } error: E0412.*An array cannot have -1 elements
-- input { [0i64, 3i64] [1f32, 2f32] } error: E0402.*out of bounds for array of shape \[2\]
-- input { [-1i64, 1i64] [1f32, 2f32] } error: E0402.*out of bounds for array of shape \[2\]
entry sums [n][m] (offsets: [n]i64) (values: [m]f32): []f32 =
  map (\i -> let first = offsets[i]
             let length = offsets[i + 1] - first
             in reduce (+) 0 (map (\j -> values[first + j]) (iota length)))
      (iota (n - 1))

-- ==
-- entry: slices
-- input { [1, 1, 2, 4, 4] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [0i64, 2i64, 7i64, 0i64] }
-- input { [0, 5] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [15i64] }
entry slices [n][m] (offsets: [n]i32) (values: [m]i64): []i64 =
  map2 (\first last -> i64.sum values[i64.i32 first:i64.i32 last]) (init offsets) (tail offsets)

-- Two places that differ, one of them at the end of a row.
-- ==
-- entry: both
-- input { [1i64, 1i64, 2i64, 4i64] [1i64, 2i64, 3i64, 4i64] } output { [0i64, 4i64, 14i64] }
entry both [n][m] (offsets: [n]i64) (values: [m]i64): []i64 =
  map (\i -> let first = offsets[i]
             let last = offsets[i + 1]
             in i64.sum (map (\j -> values[first + j] + values[last - 1 - j] + i - i) (iota (last - first))))
      (iota (n - 1))

-- Neighbours of another array, and lengths that are no differences of neighbours.
-- ==
-- entry: others
-- input { [0i64, 1i64, 3i64] [4i64, 3i64, 0i64] [1i64, 2i64, 3i64, 4i64, 5i64] } output { [5i64, 9i64] [1i64, 5i64] }
entry others [n][m] (offsets: [n]i64) (froms: [n]i64) (values: [m]i64): ([]i64, []i64) =
  (map (\i -> i64.sum (map (\j -> values[froms[i] + j]) (iota (offsets[i + 1] - offsets[i])))) (iota (n - 1)),
   map (\i -> i64.sum (map (\j -> values[offsets[i] + j]) (iota (offsets[i + 1] - offsets[i])))) (iota (n - 1)))

-- Slices: they are checked once for each row. Those that are empty are in bounds anywhere.
-- ==
-- entry: products
-- input { [1i64, 1i64, 3i64] [2f32, 3f32, 4f32] [0i64, 1i64, 0i64] [5f32, 7f32] } output { [0f32, 41f32] }
-- input { [0i64] [2f32] [0i64] [5f32] } output { empty([0]f32) }
-- input { [0i64, 2i64] [2f32] [0i64] [5f32] } error: E0402.*Index \[0:2\] out of bounds for array of shape \[1\]
-- input { [1i64, 0i64] [2f32] [0i64] [5f32] } error: E0402.*Index \[1:0\] out of bounds for array of shape \[1\]
-- input { [-1i64, 0i64] [2f32] [0i64] [5f32] } error: E0402.*Index \[-1:0\] out of bounds for array of shape \[1\]
-- input { [9i64, 9i64] [2f32] [0i64] [5f32] } output { [0f32] }
-- input { [0i64, 1i64] [2f32] [1i64] [5f32] } error: E0402.*Index \[1\] out of bounds for array of shape \[1\]
entry products [n][m][k] (offsets: [n]i64) (values: [m]f32) (columns: [m]i64) (xs: [k]f32): []f32 =
  map (\i -> let from = offsets[i]
             let to = offsets[i + 1]
             in f32.sum (map2 (\v c -> v * xs[c]) values[from:to] columns[from:to]))
      (iota (n - 1))

-- Slices that begin elsewhere, whose rows are used, or of which not element j is read.
-- ==
-- entry: other_slices
-- input { [0i64, 1i64, 3i64] [1i64, 2i64, 3i64, 4i64] } output { [2i64, 7i64] [1i64, 8i64] [1i64, 9i64] }
entry other_slices [n][m] (offsets: [n]i64) (values: [m]i64): ([]i64, []i64, []i64) =
  (map (\i -> i64.sum values[offsets[i] + 1:offsets[i + 1] + 1]) (iota (n - 1)),
   map (\i -> let row = values[offsets[i]:offsets[i + 1]] in i64.sum (map2 (\j x -> x * (j + 1)) (indices row) row)) (iota (n - 1)),
   map (\i -> let row = values[offsets[i]:offsets[i + 1]]
              let last = length row - 1
              in i64.sum (map (\j -> row[last - j] + row[last]) (iota (last + 1))) - length row) (iota (n - 1)))
