-- Unique loop param alias.
-- ==
-- error: error\[E14

entry main [n] (a: [n]i64) = loop x = a for i < 3i64 do x with [0] = i
