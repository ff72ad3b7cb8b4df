-- The high halves of products of short integers, eight at a time: a C compiler that takes unsigned ones for signed
-- when it vectorises must not be led into it.
-- ==
-- entry: u16s
-- input { [0u16, 1u16, 5u16, 0u16, 65535u16, 21845u16, 7u16, 100u16] [1u16, 3u16, 7u16, 65535u16, 65535u16, 11u16, 5u16, 3u16] }
-- output { [0u16, 0u16, 0u16, 0u16, 65534u16, 3u16, 0u16, 0u16] [3u16, 3u16, 3u16, 3u16, 1u16, 6u16, 3u16, 3u16] }
-- entry: i16s
-- input { [-32768i16, -1i16, 32767i16, -32768i16, 300i16, -300i16, 0i16, 7i16] [-32768i16, -1i16, 32767i16, 1i16, 300i16, 300i16, 5i16, 9i16] }
-- output { [16384i16, 0i16, 16383i16, -1i16, 1i16, -2i16, 0i16, 0i16] }
-- entry: u8s
-- input { [255u8, 255u8, 16u8, 200u8, 1u8, 0u8, 128u8, 17u8] [255u8, 1u8, 16u8, 200u8, 1u8, 9u8, 2u8, 17u8] }
-- output { [254u8, 0u8, 1u8, 156u8, 0u8, 0u8, 1u8, 1u8] }
entry u16s [n] (xs: [n]u16) (ys: [n]u16) = (map2 u16.mul_hi xs ys, map2 (\x y -> u16.mad_hi x y 3) xs ys)
entry i16s [n] (xs: [n]i16) (ys: [n]i16) = map2 i16.mul_hi xs ys
entry u8s [n] (xs: [n]u8) (ys: [n]u8) = map2 u8.mul_hi xs ys
