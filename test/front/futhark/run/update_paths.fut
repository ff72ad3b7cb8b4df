-- Updates by paths of fields and indices, mixed and to any depth.
-- ==
-- entry: element_field
-- input { [1, 2, 3] [true, false, true] } output { [1, 7, 3] [true, false, true] }
-- ==
-- entry: field_element
-- input { [1, 2, 3] } output { [10, 20, 30] [1, 5, 3] }
-- ==
-- entry: tuple_element
-- input { [1, 2, 3] [4, 5] } output { [1, 9, 3] [4, 5] }
-- ==
-- entry: let_paths
-- input { 5 } output { 15 5 3 [[0, 0], [0, 5]] }
-- ==
-- entry: inner_array
-- input { 2i64 1i64 8 } output { [[0, 0, 0], [0, 0, 0], [0, 8, 0]] [0, 0, 6] }
-- input { 3i64 1i64 8 } error: E0402.*Index \[3, 1\] out of bounds for array of shape \[3\]\[3\].
-- input { 2i64 3i64 8 } error: E0402.*Index \[2, 3\] out of bounds for array of shape \[3\]\[3\].
-- ==
-- entry: through_slice
-- input { [1, 2, 3, 4, 5] } output { [1, 2, 3, 40, 5] }
-- ==
-- entry: slice_of_field
-- input { [1, 2, 3, 4, 5] [7, 8] } output { [1, 7, 8, 4, 5] 2i64 }
-- input { [1, 2, 3, 4, 5] [7, 8, 9] } error: E0404.*Shape \[2\] of slice does not match shape \[3\] of value
-- ==
-- entry: other_part
-- input { [1, 2, 3] [4, 5] } output { [1, 9, 3] 9 }
-- ==
-- entry: in_loop
-- input { 4i64 } output { [0, 1, 4, 9] [0, 10, 20, 30] }
-- ==
-- entry: new_size
-- input { [1, 2, 3] } output { [2, 3] 3i64 }
-- ==
-- entry: in_map
-- input { [[1, 2], [3, 4]] } output { [[1, 7], [3, 7]] [1, 1] }
entry element_field [n] (as: [n]i32) (bs: [n]bool): ([n]i32, [n]bool) =
  unzip (map (\r -> (r.f, r.g)) (map2 (\f g -> {f, g}) as bs with [1].f = 7))

entry field_element (xs: [3]i32): ([3]i32, [3]i32) =
  let r = {a = map (\x -> {b = x, c = 10 * x}) xs, d = 1i32}
  let r = r with a[1].b = 5
  in (map (.c) r.a, map (.b) r.a)

entry tuple_element (xs: *[3]i32) (ys: [2]i32): ([3]i32, [2]i32) = (xs, ys) with 0[1] = 9

entry let_paths (x: i32): (i32, i32, i32, [2][2]i32) =
  let r = {inner = {x = 1i32, y = x}, z = 3i32, m = (replicate 2 (replicate 2 0i32), true)}
  let r.inner.x = x + 10
  let r.m.0[1, 1] = r.inner.y
  in (r.inner.x, r.inner.y, r.z, r.m.0)

entry inner_array (i: i64) (j: i64) (v: i32): ([3][3]i32, [3]i32) =
  let rs = replicate 3 {a = replicate 3 0i32, t = (0i32, false)}
  let rs[i].a[j] = v
  let rs = rs with [2].t.0 = 6
  in (map (.a) rs, map (.t.0) rs)

entry through_slice (xs: *[5]i32): [5]i32 = xs with [1:4][2] = 40

entry slice_of_field [m] (xs: *[5]i32) (ys: [m]i32): ([5]i32, i64) =
  let r = {xs, n = m}
  let r = r with xs[1:3] = ys
  in (r.xs, r.n)

entry other_part (xs: *[3]i32) (ys: *[2]i32): ([3]i32, i32) =
  let x = (xs, ys)
  let y = x.1
  let z = x with 0[1] = 9
  in (z.0, i32.sum y)

entry in_loop (n: i64): ([n]i32, [n]i32) =
  let s = loop s = {sq = replicate n 0i32, p = (replicate n 0i32, 0i32)} for i < n do
    let k = i32.i64 i
    in s with sq[i] = k * k with p.0[i] = s.p.1 with p.1 = s.p.1 + 10
  in (s.sq, s.p.0)

entry new_size [n] (xs: [n]i32): ([]i32, i64) =
  let r = {xs, n}
  let r.xs = drop 1 r.xs
  in (r.xs, r.n)

entry in_map [n][m] (xss: [n][m]i32): ([n][m]i32, [n]i32) =
  unzip (map (\xs -> let r = {x = copy xs, k = 0i32} let r.x[1] = 7 let r.k = r.k + 1 in (r.x, r.k)) xss)
