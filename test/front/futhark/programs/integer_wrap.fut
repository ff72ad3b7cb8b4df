-- Integers wrap around; division rounds down, // towards zero; conversions cut off.
-- ==
-- input { 127i8 255u8 -32768i16 0u32 } output { -128i8 0u8 32767i16 4294967295u32 }

-- ==
-- entry: division
-- input { [7i32, -7i32, 7i32, -7i32] [2i32, 2i32, -2i32, -2i32] }
-- output { [3i32, -4i32, -4i32, 3i32] [1i32, 1i32, -1i32, -1i32] [3i32, -3i32, -3i32, 3i32] [1i32, -1i32, 1i32, -1i32] }

-- ==
-- entry: divide
-- input { 5i32 0i32 } error: E0403.*zero

-- ==
-- entry: narrow
-- input { 300i32 } output { 44i8 44u8 300i64 300u16 }
-- input { -1i32 } output { -1i8 255u8 -1i64 65535u16 }

-- ==
-- entry: powers
-- input { 3i32 4i32 } output { 81i32 48i32 -1i32 }

-- ==
-- entry: fnv
-- input { [104u8, 101u8, 108u8, 108u8, 111u8] } output { 1335831723u32 }

entry main (a: i8) (b: u8) (c: i16) (d: u32) : (i8, u8, i16, u32) = (a + 1, b + 1, c - 1, d - 1)

entry division [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32, [n]i32, [n]i32) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)

entry divide (x: i32) (y: i32) : i32 = x / y

entry narrow (x: i32) : (i8, u8, i64, u16) = (i8.i32 x, u8.i32 x, i64.i32 x, u16.i32 x)

entry powers (a: i32) (b: i32) : (i32, i32, i32) = (a ** b, a << b, -a >> b)

entry fnv (text: []u8) : u32 =
  loop hash = 2166136261 for c in text do (hash ^ u32.u8 c) * 16777619
