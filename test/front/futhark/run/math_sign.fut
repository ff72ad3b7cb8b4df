-- abs, sgn and neg of signed, unsigned and float types.
-- ==
-- entry: signed
-- input { -5 } output { 5 -1 5 }
-- input { 0 } output { 0 0 0 }
-- input { -2147483648 } output { -2147483648 -1 -2147483648 }
-- ==
-- entry: unsigned
-- input { 200u8 } output { 200u8 1u8 56u8 }
-- ==
-- entry: real
-- input { -1.5 } output { 1.5 -1.0 1.5 }
entry signed (x: i32): (i32, i32, i32) = (i32.abs x, i32.sgn x, i32.neg x)
entry unsigned (x: u8): (u8, u8, u8) = (u8.abs x, u8.sgn x, u8.neg x)
entry real (x: f64): (f64, f64, f64) = (f64.abs x, f64.sgn x, -x)
