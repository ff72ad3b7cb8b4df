-- Bitwise operators and shifts, signed and unsigned.
-- ==
-- entry: signed
-- input { -8 1 } output { -4 2147483644 -16 0 -7 -7 7 }
-- input { 6 3 } output { 0 0 48 2 7 5 -7 }
-- ==
-- entry: unsigned
-- input { 200u8 3u8 } output { 25u8 25u8 64u8 0u8 203u8 203u8 55u8 }
entry signed (x: i32) (y: i32): (i32, i32, i32, i32, i32, i32, i32) =
  (x >> y, x >>> y, x << y, x & y, x | y, x ^ y, !x)
entry unsigned (x: u8) (y: u8): (u8, u8, u8, u8, u8, u8, u8) =
  (x >> y, x >>> y, x << y, x & y, x | y, x ^ y, !x)
