-- f16, f32 and f64 in one program, with conversions, rounding and special values.
-- ==
-- input { [1.0f16, 2.5f16, -3.25f16, 0.1f16] } output { 0.3501f16 0.35f32 0.35f64 }

-- ==
-- entry: roundings
-- input { [2.5f64, -2.5f64, 3.7f64, -3.7f64] }
-- output { [2.0f64, -2.0f64, 4.0f64, -4.0f64] [2.0f64, -3.0f64, 3.0f64, -4.0f64] [3.0f64, -2.0f64, 4.0f64, -3.0f64] [2i32, -2i32, 3i32, -3i32] }

-- ==
-- entry: specials
-- input { 0.0f32 } output { true true false f32.inf }

-- ==
-- entry: bits
-- input { 1.5f32 } output { 1069547520u32 -1.5f32 }

-- ==
-- entry: functions
-- input { 1.0f64 3.0f64 } output { 3.1622776601683795f64 0.3217505543966422f64 2.0f64 }

-- ==
-- entry: halves
-- input { 7i32 } output { 3.5f16 3.5f32 3.5f64 }

entry main [n] (xs: [n]f16) : (f16, f32, f64) =
  (f16.sum xs, f32.sum (map f32.f16 xs), reduce (+) 0 (map f64.f16 xs))

entry roundings [n] (xs: [n]f64) : ([n]f64, [n]f64, [n]f64, [n]i32) =
  (map f64.round xs, map f64.floor xs, map f64.ceil xs, map i32.f64 xs)

entry specials (zero: f32) : (bool, bool, bool, f32) =
  let nan = zero / zero
  in (f32.isnan nan, f32.isinf (-1 / zero), nan == nan, f32.maximum [1, 1 / zero, -5])

entry bits (x: f32) : (u32, f32) =
  let b = f32.to_bits x
  in (b, f32.from_bits (b ^ (1 << 31)))

entry functions (a: f64) (b: f64) : (f64, f64, f64) =
  (f64.hypot a b, f64.atan2 a b, f64.lerp a b 0.5)

entry halves (x: i32) : (f16, f32, f64) =
  (f16.i32 x / 2, f32.i32 x / 2, f64.from_fraction (i64.i32 x) 2)
