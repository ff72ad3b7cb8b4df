-- Abs lowest.
-- ==
-- input { -128i8 } output { -128i8 -1i8 128u8 }

entry main (x: i8) = (i8.abs x, i8.sgn x, u8.i8 x)
