-- Bad module app.
-- ==
-- error: error\[E1

module m = f64 {def x = 1}
entry main (x: i32) = x
