-- Size functional.
-- ==
-- error: E1303

def ap [n] (f: [n]i32 -> [n]i32) (xs: [n]i32) = f xs
entry main (xs: []i32) = ap (filter (> 0)) xs
