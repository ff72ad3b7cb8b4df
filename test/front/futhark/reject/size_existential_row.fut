-- A map whose rows have different sizes.
-- ==
-- error: E13
def main [n] (ns: [n]i64) = map (\k -> iota k) ns
