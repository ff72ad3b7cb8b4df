-- Floats to integers are cut off towards zero.
-- ==
-- entry: main
-- input { 2.9 } output { 2 2i64 2u8 2.9f32 true }
-- input { -2.9 } output { -2 -2i64 0u8 -2.9f32 true }
-- input { 0.0 } output { 0 0i64 0u8 0f32 false }
-- ==
-- entry: unsigned
-- input { -1.5 } output { 255u8 65535u16 4294967295u32 18446744073709551615u64 }
-- input { -128.0 } output { 128u8 65408u16 4294967168u32 18446744073709551488u64 }
-- input { -1000.0 } output { 128u8 64536u16 4294966296u32 18446744073709550616u64 }
-- input { -0.9 } output { 0u8 0u16 0u32 0u64 }
-- input { 255.9 } output { 255u8 255u16 255u32 255u64 }
-- input { 1e19 } output { 255u8 65535u16 4294967295u32 10000000000000000000u64 }
-- input { f64.nan } output { 0u8 0u16 0u32 0u64 }
-- input { f64.inf } output { 0u8 0u16 0u32 0u64 }
-- input { -f64.inf } output { 0u8 0u16 0u32 0u64 }
-- ==
-- entry: unsigned_many
-- input { [-1f32, -2.5f32, 3.5f32, -200f32] } output { [255u8, 254u8, 3u8, 128u8] [4294967295u32, 4294967294u32, 3u32, 4294967096u32] }
-- ==
-- entry: unsigned_constants
-- input { } output { 255u8 4294967294u32 18446744073709551613u64 }
-- ==
-- entry: back
-- input { 3 true } output { 3f32 3.0 1.0 1 }
-- input { -3 false } output { -3f32 -3.0 0.0 0 }
entry main (x: f64): (i32, i64, u8, f32, bool) =
  (i32.f64 x, i64.f64 x, u8.f64 (f64.max 0 x), f32.f64 x, bool.f64 x)
entry back (x: i32) (b: bool): (f32, f64, f64, i32) = (f32.i32 x, f64.i32 x, f64.bool b, i32.bool b)
entry unsigned (x: f64): (u8, u16, u32, u64) = (u8.f64 x, u16.f64 x, u32.f64 x, u64.f64 x)
entry unsigned_many [n] (xs: [n]f32): ([n]u8, [n]u32) = (map u8.f32 xs, map u32.f32 xs)
entry unsigned_constants: (u8, u32, u64) = (u8.f16 (-1), u32.f32 (-2), u64.f64 (-3))
