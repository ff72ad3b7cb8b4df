-- reduce without its neutral element.
-- ==
-- error: error\[E12

entry main (xs: []i32) : i32 = reduce (+) xs
