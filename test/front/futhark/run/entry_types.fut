-- Entry points with all scalar types, several results, and unit.
-- ==
-- entry: main
-- input { 1i8 2i16 3 4i64 5u8 6u16 7u32 8u64 1f16 2f32 3f64 true } output { 1i8 2i16 3 4i64 5u8 6u16 7u32 8u64 1f16 2f32 3f64 true }
-- ==
-- entry: constant
-- input { } output { 42 }
entry main (a: i8) (b: i16) (c: i32) (d: i64) (e: u8) (f: u16) (g: u32) (h: u64) (i: f16) (j: f32) (k: f64) (l: bool)
  : (i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64, bool) = (a, b, c, d, e, f, g, h, i, j, k, l)
entry constant: i32 = 42
