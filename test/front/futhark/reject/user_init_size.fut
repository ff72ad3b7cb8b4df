-- init makes an array shorter.
-- ==
-- error: error\[E1[23]

entry main [n] (xs: [n]i32) : [n]i32 = map2 (-) (tail xs) xs
