-- I64 minmax.
-- ==
-- input { [3i64,1i64] } output { 1i64 3i64 }

entry main (xs: []i64) = (i64.minimum xs, i64.maximum xs)
