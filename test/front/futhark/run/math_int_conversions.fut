-- Between integers: cut off, or extended; by the sign only from a signed type to a signed one.
-- ==
-- entry: main
-- input { -1 } output { -1i8 255u8 -1i64 4294967295u64 65535u16 4294967295u32 }
-- input { 300 } output { 44i8 44u8 300i64 300u64 300u16 300u32 }
-- ==
-- entry: from_byte
-- input { 200u8 } output { 200 -56i8 200i64 }
-- ==
-- entry: to_wider
-- input { -1i8 -1i16 -1i64 } output { 255u16 255u32 255u64 65535u32 65535u64 18446744073709551615u64 }
-- input { -128i8 -32768i16 7i64 } output { 128u16 128u32 128u64 32768u32 32768u64 7u64 }
-- ==
-- entry: constants
-- input { } output { 255u32 4294967295u64 65535u64 -1i64 }
entry main (x: i32): (i8, u8, i64, u64, u16, u32) =
  (i8.i32 x, u8.i32 x, i64.i32 x, u64.i32 x, u16.i32 x, u32.i32 x)
entry from_byte (x: u8): (i32, i8, i64) = (i32.u8 x, i8.u8 x, i64.u8 x)
entry to_wider (x: i8) (y: i16) (z: i64): (u16, u32, u64, u32, u64, u64) =
  (u16.i8 x, u32.i8 x, u64.i8 x, u32.i16 y, u64.i16 y, u64.i64 z)
entry constants: (u32, u64, u64, i64) = (u32.i8 (-1), u64.i32 (-1), u64.i16 (-1), i64.i8 (-1))
