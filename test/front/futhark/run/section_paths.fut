-- Sections of fields and indices, mixed.
-- ==
-- entry: row_field_slice
-- input { [[1, 2], [3, 4]] } output { [[2], [4]] }
-- ==
-- entry: field_element
-- input { [1, 2, 3] } output { [1, 1, 1] [3, 2, 1] }
-- ==
-- entry: number_fields
-- input { [1, 2] [3.0, 4.0] } output { [4.0] 2 }
-- ==
-- entry: applied
-- input { [[1, 2], [3, 4]] 1i64 } output { 4 }
-- input { [[1, 2], [3, 4]] 2i64 } error: E0402.*Index \[2\] out of bounds for array of shape \[2\].
entry row_field_slice (xss: [2][2]i32): [2][1]i32 =
  map (.[0].a[1:2]) (map (\xs -> [{a = xs, b = 1i32}, {a = xs, b = 2}]) xss)

entry field_element (xs: [3]i32) =
  (map (.a[0]) (replicate 3 {a = xs}), map (.p.1[2].q) (map (\i -> {p = (i, map (\x -> {q = x - i}) xs)}) (iota 3 |> map i32.i64)))

entry number_fields (xs: [2]i32) (ys: [2]f64) =
  let pick = (.1[1:])
  in (pick (xs, ys), (.0[1]) (xs, ys))

entry applied (xss: [2][2]i32) (i: i64) = {m = xss, k = i} |> (.m[1]) |> (.[i])
