-- Unique loop alias second.
-- ==
-- error: E1412

entry main (n: i64) = loop (a, b) = (iota n, iota n) for i < 3i64 do let a[0] = i in (a, a)
