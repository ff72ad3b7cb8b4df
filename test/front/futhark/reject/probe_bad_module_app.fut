-- Bad module app.
-- ==
-- error: E1109

module m = f64 {def x = 1}
entry main (x: i32) = x
