-- A checksum by a table of 256 entries.
-- ==
-- input { [1u8,2u8,255u8] } output { 3786882602u32 }
def crc (xs: []u8): u32 =
  let table = map (\i -> loop c = u32.i64 i for _k < 8 do if c & 1 == 1 then 0xEDB88320 ^ (c >> 1) else c >> 1) (iota 256)
  in !(loop c = 0xFFFFFFFFu32 for x in xs do table[i64.u32 ((c ^ u32.u8 x) & 0xFF)] ^ (c >> 8))
entry main (xs: []u8) = crc xs
