-- Any signed integer type is an index.
-- ==
-- entry: main
-- input { [10, 20, 30] } output { 10 20 30 20 }
-- ==
-- entry: byte
-- input { [1, 2, 3] 2i8 } output { 3 }
-- input { [1, 2, 3] -1i8 } error: E0402
entry main (xs: []i32): (i32, i32, i32, i32) = (xs[0i8], xs[1i64], xs[2i32], xs[1i16])
entry byte (xs: []i32) (i: i8) = xs[i]
