def f (xs: *[]i32) = #[unsafe] (xs with [0] = 1)
