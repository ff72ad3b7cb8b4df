-- Attributes change how a program runs, not what it computes.
-- ==
-- input { [1i32, 2i32, 3i32, 4i32] } output { 30i32 [2i32, 4i32, 6i32, 8i32] }

-- ==
-- entry: unchecked
-- input { [3i32, 0i32] 1i64 } output { 0i32 }

#[noinline]
def square (x: i32) : i32 = x * x

#[inline]
def double (x: i32) : i32 = x + x

entry main [n] (xs: [n]i32) : (i32, [n]i32) =
  let squares = #[sequential] map square xs
  let doubles = #[sequential_outer] map double xs
  in (#[sequential_inner] reduce (+) 0 squares, #[opaque] doubles)

entry unchecked [n] (xs: [n]i32) (i: i64) : i32 =
  #[unsafe] xs[i] + #[trace] (i32.i64 i - 1)
