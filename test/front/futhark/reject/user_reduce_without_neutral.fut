-- reduce without its neutral element.
-- ==
-- error: E1206

entry main (xs: []i32) : i32 = reduce (+) xs
