-- Reshapes of views that are not row-major, copied by every point of a map.
-- ==
-- entry: of_transpose
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [86i32, 107i32] }
-- ==
-- entry: of_reverse
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [64i32, 85i32] }
-- ==
-- entry: of_columns
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [47i32, 63i32] }
-- ==
-- entry: of_reversed_rows
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [83i32, 104i32] }
-- ==
-- entry: of_strides
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [31i32, 45i32] }
-- ==
-- entry: of_chosen
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [64i32, 107i32] }
-- ==
-- entry: in_loops
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [82i32, 215i32] }
-- ==
-- entry: updated
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [92i32, 127i32] }
-- ==
-- entry: back_and_forth
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [112i32, 166i32] }
-- ==
-- entry: of_three
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [298i32, 573i32] }
-- ==
-- entry: of_own
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [1i32, 2i32] } output { [[107i32, 134i32], [128i32, 161i32]] }

def weighted [k] (v: i32) (zs: [k]i32) : i32 =
  i32.sum (map2 (\z i -> z * (v + i32.i64 i)) zs (iota k))

entry of_transpose [n][m] (a: [n][m]i32) (vs: []i32) = map (\v -> weighted v (flatten (transpose a))) vs

entry of_reverse [n][m] (a: [n][m]i32) (vs: []i32) = map (\v -> weighted v (flatten (reverse a))) vs

entry of_columns [n][m] (a: [n][m]i32) (vs: []i32) = map (\v -> weighted v (flatten a[:, 1:])) vs

entry of_reversed_rows [n][m] (a: [n][m]i32) (vs: []i32) = map (\v -> weighted v (flatten (map reverse a))) vs

entry of_strides [n][m] (a: [n][m]i32) (vs: []i32) = map (\v -> weighted v (flatten a[::-1, ::2])) vs

entry of_chosen [n][m] (a: [n][m]i32) (vs: []i32) =
  map (\v -> weighted v (if v > 1 then flatten (transpose a) else flatten a[::-1])) vs

entry in_loops [n][m] (a: [n][m]i32) (vs: []i32) =
  map (\v -> weighted v (loop zs = flatten (transpose a) for _i < v do map (+ v) (reverse zs))) vs

entry updated [n][m] (a: [n][m]i32) (vs: []i32) =
  map (\v -> weighted v (copy (flatten (transpose a)) with [i64.i32 v] = 7)) vs

entry back_and_forth [n][m] (a: [n][m]i32) (vs: []i32) =
  map (\v -> weighted v (flatten (transpose (unflatten (flatten (transpose (map (map (+ v)) a))))))) vs

entry of_three [n][m] (a: [n][m]i32) (vs: []i32) =
  map (\v -> weighted v (flatten_3d (map transpose [a, map (map (* v)) a]))) vs

entry of_own [n][m] (a: [n][m]i32) (vs: []i32) =
  map (\v -> map (\w -> weighted w (flatten (transpose (map (map (+ v)) a)))) vs) vs
