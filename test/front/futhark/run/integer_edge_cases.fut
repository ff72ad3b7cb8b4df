-- Division, remainder, shifts and conversions at the limits.
-- ==
-- entry: main
-- input { } output { -128i8 0i8 255u8 0u8 -1 0 1u64 2147483647 }
def main: (i8, i8, u8, u8, i32, i32, u64, i32) =
  ( i8.lowest / (-1), i8.lowest % (-1), u8.highest / 1, u8.highest + 1, i32.highest + i32.highest + 1
  , 1 << 32, u64.highest >>> 63, i32.u32 (u32.highest / 2) )
