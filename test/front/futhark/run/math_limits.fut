-- The extreme values of all integer types.
-- ==
-- entry: signed
-- input { } output { -128i8 127i8 -32768i16 32767i16 -2147483648 2147483647 -9223372036854775808i64 9223372036854775807i64 }
-- ==
-- entry: unsigned
-- input { } output { 0u8 255u8 0u16 65535u16 0u32 4294967295u32 0u64 18446744073709551615u64 }
-- ==
-- entry: widths
-- input { } output { [8, 16, 32, 64, 8, 16, 32, 64, 16, 32, 64] }
entry signed: (i8, i8, i16, i16, i32, i32, i64, i64) =
  (i8.lowest, i8.highest, i16.lowest, i16.highest, i32.lowest, i32.highest, i64.lowest, i64.highest)
entry unsigned: (u8, u8, u16, u16, u32, u32, u64, u64) =
  (u8.lowest, u8.highest, u16.lowest, u16.highest, u32.lowest, u32.highest, u64.lowest, u64.highest)
entry widths: []i32 =
  [ i8.num_bits, i16.num_bits, i32.num_bits, i64.num_bits
  , u8.num_bits, u16.num_bits, u32.num_bits, u64.num_bits
  , f16.num_bits, f32.num_bits, f64.num_bits ]
