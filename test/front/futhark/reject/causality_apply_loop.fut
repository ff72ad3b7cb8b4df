-- The size of what a loop gives is known behind it.
-- ==
-- error: E1304
def main (n: i64): []i64 = map (+ 1) <| (loop xs = [0] for i < n do xs ++ [i])
