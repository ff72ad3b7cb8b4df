-- Size record.
-- ==
-- error: E1301

type r [n] = {a: [n]i32, b: [n]i32}
entry main [n][m] (a: [n]i32) (b: [m]i32) = let x : r [n] = {a, b} in x.a[0]
