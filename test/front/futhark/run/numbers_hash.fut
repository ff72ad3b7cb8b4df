-- A hash with shifts, xor and unsigned multiplication.
-- ==
-- entry: main
-- input { 1u32 } output { 824515495u32 }
def hash (x: u32): u32 =
  let x = ((x >> 16) ^ x) * 0x45d9f3b
  let x = ((x >> 16) ^ x) * 0x45d9f3b
  in (x >> 16) ^ x
def main (x: u32): u32 = hash x
