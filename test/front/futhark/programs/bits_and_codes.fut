-- Gray codes, population counts, bit reversal, and a checksum.
-- ==
-- entry: codes
-- input { 6i64 }
-- output { [0u32, 1u32, 3u32, 2u32, 6u32, 7u32] true }

-- ==
-- entry: mirror
-- input { [1u8, 6u8, 255u8] }
-- output { [128u8, 96u8, 255u8] }

-- ==
-- entry: checks
-- input { [49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8] }
-- output { 244u8 3146166556u32 }

-- ==
-- entry: counts
-- input { 67553994410557456u64 }
-- output { 5i32 8i32 4i32 }

def gray (x: u32): u32 = x ^ (x >> 1)
def ungray (g: u32): u32 = loop x = g for s in [1u32, 2, 4, 8, 16] do x ^ (x >> s)
def reverse_bits (x: u8): u8 =
  loop r = 0 for i < 8i32 do u8.set_bit (7 - i) r (u8.get_bit i x)
def crc8 [n] (data: [n]u8): u8 =
  loop crc = 0 for byte in data do
    loop crc = crc ^ byte for _i < 8i32 do
      if crc & 0x80 != 0 then (crc << 1) ^ 0x07 else crc << 1
def fnv1a (data: []u8): u32 =
  foldl (\h b -> (h ^ u32.u8 b) * 16777619) 2166136261 data

entry codes (n: i64): ([n]u32, bool) =
  let gs = map (u32.i64 >-> gray) (iota n)
  in (gs, and (map2 (==) (map ungray gs) (map u32.i64 (iota n))))
entry mirror (xs: []u8): []u8 = map reverse_bits xs
entry checks (data: []u8): (u8, u32) = (crc8 data, fnv1a data)
entry counts (x: u64): (i32, i32, i32) = (u64.popc x, u64.clz x, u64.ctz x)
