-- A negative size fails where the array would be made, though only its length is asked for.
-- ==
-- entry: of_replicate of_iota of_nested
-- input { 3i64 } output { 3i64 }
-- input { 0i64 } output { 0i64 }
-- input { -1i64 } error: E0412.*An array cannot have -1 elements
-- ==
-- entry: in_loop
-- input { 3i64 4i64 } output { 3i64 }
-- input { 2i64 4i64 } error: E0412.*An array cannot have -1 elements
-- input { -5i64 0i64 } output { 0i64 }

entry of_replicate (n: i64) : i64 = length (replicate n 1i32)

entry of_iota (n: i64) : i64 = length (iota n)

entry of_nested (n: i64) : i64 = length (map (\i -> replicate 2 i) (iota n))

-- No array, no failure: the loop does not run for k = 0.
entry in_loop (n: i64) (k: i64) : i64 =
  i64.maximum (map (\i -> length (iota (n - i))) (iota k) ++ [0])
