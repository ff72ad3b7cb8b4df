-- Runtime i8 lit.
-- ==
-- input { 1i8 } output { -128i8 }

entry main (x: i8) = x + 127
