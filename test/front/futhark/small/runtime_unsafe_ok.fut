-- Runtime unsafe ok.
-- ==
-- input { [1,2] 1i64 } output { 2 }

entry main (xs: []i32) (i: i64) = #[unsafe] xs[i]
