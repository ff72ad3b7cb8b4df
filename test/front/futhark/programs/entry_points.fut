-- Several entry points with several parameters and results of different types.
-- ==
-- entry: shuffle
-- input { 2i32 1.5f32 true } output { false 3.0f32 2i32 }

-- ==
-- entry: answer
-- input { } output { 42i32 }

-- ==
-- entry: widths
-- input { -3i8 200u8 -300i16 60000u16 9223372036854775808u64 }
-- output { -3i64 200i64 -300i64 60000i64 9223372036854775809u64 }

-- ==
-- entry: mixed
-- input { [1i32, 2i32] [[1.5f64], [2.5f64]] } output { 2i64 1i64 4.0f64 }

-- ==
-- entry: is_empty
-- input { empty([0]i32) } output { true }

-- ==
-- entry: main
-- input { 7i32 } output { 7i32 }

-- | Gives its arguments back in another order.
entry shuffle (a: i32) (b: f32) (c: bool) : (bool, f32, i32) = (!c, b * 2, a)

entry answer : i32 = 42

entry widths (a: i8) (b: u8) (c: i16) (d: u16) (e: u64) : (i64, i64, i64, i64, u64) =
  (i64.i8 a, i64.u8 b, i64.i16 c, i64.u16 d, e + 1)

entry mixed [n][m] (_xs: [n]i32) (ys: [n][m]f64) : (i64, i64, f64) =
  (n, m, f64.sum (flatten ys))

entry is_empty [n] (_: [n]i32) = n == 0

-- Always an entry point, however it is defined.
def main (x: i32) : i32 = x
