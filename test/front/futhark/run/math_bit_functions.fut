-- popc, clz, ctz, get_bit, set_bit, mul_hi and mad_hi.
-- ==
-- entry: main
-- input { 12 } output { 2 28 2 1 0 13 4 }
-- input { 0 } output { 0 32 32 0 0 1 0 }
-- input { -1 } output { 32 0 0 1 1 -1 -9 }
-- ==
-- entry: high
-- input { 4294967295u32 4294967295u32 } output { 4294967294u32 4294967295u32 }
-- ==
-- entry: signed_high
-- input { -2147483648 2 } output { -1 9 }
entry main (x: i32): (i32, i32, i32, i32, i32, i32, i32) =
  ( i32.popc x, i32.clz x, i32.ctz x, i32.get_bit 2 x, i32.get_bit 31 x, i32.set_bit 0 x 1
  , i32.set_bit 3 x 0 )
entry high (a: u32) (b: u32): (u32, u32) = (u32.mul_hi a b, u32.mad_hi a b 1)
entry signed_high (a: i32) (b: i32): (i32, i32) = (i32.mul_hi a b, i32.mad_hi a b 10)
