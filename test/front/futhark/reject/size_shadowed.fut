-- A size that is hidden by a let.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [n]i32 = let n = 3i64 in replicate n 0
