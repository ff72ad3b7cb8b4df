-- Unique rbi.
-- ==
-- error: E1402

entry main [n] (d: [n]i32) (is: []i64) : [n]i32 = reduce_by_index d (+) 0 is (map (const 1) is)
