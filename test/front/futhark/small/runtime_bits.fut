-- Runtime bits.
-- ==
-- input { 12u8 } output { 2 4 2 1 }

entry main (x: u8) = (u8.popc x, u8.clz x, u8.ctz x, u8.get_bit 2 x)
