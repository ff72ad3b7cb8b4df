-- Unsigned arithmetic wraps around, divides and compares without sign.
-- ==
-- entry: main
-- input { 250u8 10u8 } output { 4u8 240u8 196u8 25u8 0u8 false }
-- input { 5u8 10u8 } output { 15u8 251u8 50u8 0u8 5u8 true }
def main (x: u8) (y: u8): (u8, u8, u8, u8, u8, bool) = (x + y, x - y, x * y, x / y, x % y, x < y)
