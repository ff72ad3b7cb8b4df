-- Sections of projections and indices, and functions composed from them.
-- ==
-- input { [[1i32, 2i32], [3i32, 4i32]] } output { [2i32, 4i32] [3i32, 4i32] }

-- ==
-- entry: nested
-- input { [1i32, 2i32] } output { [3i32, 6i32] }

entry main (a: [2][2]i32) : ([2]i32, [2]i32) = (map (.[1]) a, (.[1]) a)

entry nested [n] (xs: [n]i32) : [n]i32 =
  let rs = map (\x -> {p = (x, {q = 3 * x}), k = 1}) xs
  in map (.p.1.q) rs
