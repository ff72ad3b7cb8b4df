-- A size that `let` binds must be in the pattern, whatever else is open.
-- ==
-- error: E1305
def main (xs: []i32) = let [n] (ys: i32) = xs[0] in n + i64.i32 ys
