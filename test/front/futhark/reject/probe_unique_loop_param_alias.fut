-- Unique loop param alias.
-- ==
-- error: E1402

entry main [n] (a: [n]i64) = loop x = a for i < 3i64 do x with [0] = i
