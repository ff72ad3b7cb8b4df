-- A result may not have a dimension that an argument could not have, also where it has no elements.
-- ==
-- entry: rows
-- input { 3i64 } output { empty([3][0]i32) }
-- compiled input { 1152921504606846976i64 } output { empty([1152921504606846976][0]i32) }
-- compiled input { 1152921504606846977i64 } error: E0404.*1152921504606846977, which is more than 2\^60
-- ==
-- entry: count
-- compiled input { 4611686018427387904i64 } output { 4611686018427387904i64 }
entry rows (n: i64) : [n][0]i32 = replicate n []
entry count (n: i64) : i64 = length (replicate n ([] : [0]i32))
-- Rows of nothing take no time, also without an optimiser that would see it.
-- ==
-- entry: nested
-- input { 2i64 3i64 } output { empty([2][3][0]i32) }
-- compiled input { 1152921504606846976i64 1i64 } output { empty([1152921504606846976][1][0]i32) }
entry nested (n: i64) (m: i64) : [n][m][0]i32 = replicate n (replicate m [])
