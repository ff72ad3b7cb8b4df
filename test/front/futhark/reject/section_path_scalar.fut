-- A field of a number, behind an index.
-- ==
-- error: E1203
def f (xs: [3][3]i32) = map (.[0].a) xs
