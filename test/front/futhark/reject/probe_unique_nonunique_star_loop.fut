-- Unique nonunique star loop.
-- ==
-- error: E1402

entry main [n] (a: [n]i64) : [n]i64 = loop (x: *[n]i64) = a for i < 3i64 do iota n
