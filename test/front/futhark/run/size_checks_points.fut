-- A point that gives the size of an array checks it, though the array is not needed, also where the
-- size is an element of another array.
entry iotas (ns: []i64) = map (\k -> length (iota k)) ns
-- ==
-- entry: iotas
-- input { [3i64, 0i64] } output { [3i64, 0i64] }
-- input { [3i64, -4i64] } error: E0412.*An array cannot have -4 elements
entry coerced (xs: []i32) (ns: []i64) = map (\k -> length (xs :> [k]i32)) ns
-- ==
-- entry: coerced
-- input { [1, 2, 3] [3i64, 3i64] } output { [3i64, 3i64] }
-- input { [1, 2, 3] [3i64, 4i64] } error: E0404.*.
entry taken (xs: []i32) (ns: []i64) = map (\k -> length (take k xs)) ns
-- ==
-- entry: taken
-- input { [1, 2, 3] [3i64, 1i64] } output { [3i64, 1i64] }
-- input { [1, 2, 3] [3i64, 4i64] } error: E0402.*.
entry summed (ns: []i64) =
  let t = reduce (+) 0 (map (\k -> length (iota k)) ns)
  in replicate t 1i8
-- ==
-- entry: summed
-- input { [1i64, 2i64] } output { [1i8, 1i8, 1i8] }
-- input { [5i64, -2i64] } error: E0412.*An array cannot have -2 elements
entry joined (ns: []i64) = length (flatmap (\n -> replicate n 0i8) ns)
-- ==
-- entry: joined
-- input { [1i64, 5i64] } output { 6i64 }
-- input { [1i64, -5i64] } error: E0412.*.
entry rows (xss: [][]i32) (ns: []i64) = map2 (\k xs -> length (xs :> [k]i32)) ns xss
-- ==
-- entry: rows
-- input { [[1, 2, 3], [1, 2, 3]] [3i64, 4i64] } error: E0404.*.
entry nested (nss: [][]i64) = map (map (\k -> length (iota k))) nss
-- ==
-- entry: nested
-- input { [[1i64, 0i64], [2i64, 2i64]] } output { [[1i64, 0i64], [2i64, 2i64]] }
-- input { [[1i64, -1i64], [2i64, 2i64]] } error: E0412.*An array cannot have -1 elements
entry scanned (ns: []i64) = scan (+) 0 (map (\k -> length (iota k)) ns)
-- ==
-- entry: scanned
-- input { [1i64, 2i64] } output { [1i64, 3i64] }
-- input { [1i64, -1i64] } error: E0412.*An array cannot have -1 elements
