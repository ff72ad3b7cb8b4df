-- An attribute that is not known is a warning, with the one that was perhaps meant.
-- ==
-- warning: W1002.*`unrol`
-- ==
-- input { 3 } output { 9 }
#[noinlin] def square (x: i32) = x * x
#[tool(anything)]
entry main (x: i32): i32 = #[unrol] loop y = 0 for _i < x do y + #[unsafe] square x / #[other(2)] x
