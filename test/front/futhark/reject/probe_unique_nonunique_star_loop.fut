-- Unique nonunique star loop.
-- ==
-- error: error\[E14

entry main [n] (a: [n]i64) : [n]i64 = loop (x: *[n]i64) = a for i < 3i64 do iota n
