-- Between integers: cut off, or extended: by the sign where both types have one, with zeros otherwise.
-- ==
-- entry: main
-- input { -1 } output { -1i8 255u8 -1i64 4294967295u64 65535u16 4294967295u32 }
-- input { 300 } output { 44i8 44u8 300i64 300u64 300u16 300u32 }
-- ==
-- entry: from_byte
-- input { 200u8 } output { 200 -56i8 200i64 }
-- ==
-- entry: from_signed_byte
-- input { -3i8 } output { 253u16 253u32 253u64 -3i16 -3i64 253u64 }
entry main (x: i32): (i8, u8, i64, u64, u16, u32) =
  (i8.i32 x, u8.i32 x, i64.i32 x, u64.i32 x, u16.i32 x, u32.i32 x)
entry from_byte (x: u8): (i32, i8, i64) = (i32.u8 x, i8.u8 x, i64.u8 x)
entry from_signed_byte (x: i8): (u16, u32, u64, i16, i64, u64) =
  (u16.i8 x, u32.i8 x, u64.i8 x, i16.i8 x, i64.i8 x, u64.i8 (-3))
