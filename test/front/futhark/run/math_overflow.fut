-- Signed arithmetic wraps around in all widths.
-- ==
-- entry: main
-- input { 127i8 32767i16 2147483647 9223372036854775807i64 } output { -128i8 -32768i16 -2147483648 -9223372036854775808i64 1i8 }
def main (a: i8) (b: i16) (c: i32) (d: i64): (i8, i16, i32, i64, i8) =
  (a + 1, b + 1, c + 1, d + 1, a * a)
