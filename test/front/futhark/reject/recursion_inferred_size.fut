-- The result of a recursive function has a size of its own, when calls of itself have other sizes.
-- ==
-- error: E1301
def rest xs = if length xs <= 1i64 then xs else rest (drop 1 xs)
entry main [n] (xs: [n]i32): [n]i32 = rest xs
