-- Values in test blocks that say all bits of a number, scripts as inputs, and results that all targets agree on.
-- ==
-- entry: signed
-- input { 0x8407i16 } output { -31737i16 }
-- input { 0xFFFFi16 } output { -1i16 }
-- input { 0b1000000000000000i16 } output { -32768i16 }
-- ==
-- entry: unsigned
-- input { -1u16 } output { 65535u16 }
-- input { 0xFFFFu16 } output { -1u16 }
-- ==
-- entry: many
-- input { [0xFFFFFFFF, 0x80000000, 7] } output { [-1, -2147483648, 7] }
-- ==
-- entry: length_of
-- script input { numbers 3i64 } output { 3i64 }
-- script input { let (xs, _) = both 4i64 in xs } output { 4i64 }
-- ==
-- entry: numbers
-- input { 5i64 } auto output
-- ==
-- entry: both
-- input { 5i64 } auto output
entry signed (x: i16) = x
entry unsigned (x: u16) = x
entry many (xs: []i32) = xs
entry numbers (n: i64) = iota n
entry both (n: i64) = (iota n, map (\i -> f64.i64 i / 2) (iota n))
entry length_of (xs: []i64) = length xs
