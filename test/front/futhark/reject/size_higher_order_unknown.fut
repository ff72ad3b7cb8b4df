-- A function with an unknown result size where a known one is needed.
-- ==
-- error: E1303
def twice [n] (f: [n]i32 -> [n]i32) (xs: [n]i32): [n]i32 = f (f xs)
def main (xs: []i32) = twice (filter (> 0)) xs
