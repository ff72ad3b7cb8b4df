-- U8 arith.
-- ==
-- input { 200u8 100u8 } output { 44u8 100u8 2u8 0u8 }

entry main (a: u8) (b: u8) = (a + b, a - b, a / b, a % b)
