-- A map whose rows have different sizes.
-- ==
-- error: E1303
def main [n] (ns: [n]i64) = map (\k -> iota k) ns
