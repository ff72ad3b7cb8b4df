-- Only the outer size of what the function of a flat map gives may differ.
-- ==
-- error: E1303
def f (ns: []i64) = flatmap (\n -> replicate 2 (iota n)) ns
