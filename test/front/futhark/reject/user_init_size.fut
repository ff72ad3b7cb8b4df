-- init makes an array shorter.
-- ==
-- error: E1301

entry main [n] (xs: [n]i32) : [n]i32 = map2 (-) (tail xs) xs
