def f [n] (xs: *[n]i32) = #[unsafe] let xs[0] = 1 in #[trace] xs
