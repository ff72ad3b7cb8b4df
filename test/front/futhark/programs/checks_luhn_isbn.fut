-- Check digits.
-- ==
-- entry: luhn
-- input { [52u8, 53u8, 51u8, 57u8, 32u8, 49u8, 52u8, 56u8, 56u8, 32u8, 48u8, 51u8, 52u8, 51u8, 32u8, 54u8, 52u8, 54u8, 55u8] }
-- output { true }
-- input { [56u8, 50u8, 55u8, 51u8, 32u8, 49u8, 50u8, 51u8, 50u8, 32u8, 55u8, 51u8, 53u8, 50u8, 32u8, 48u8, 53u8, 54u8, 57u8] }
-- output { false }

-- ==
-- entry: isbn13
-- input { [57u8, 55u8, 56u8, 45u8, 48u8, 45u8, 51u8, 48u8, 54u8, 45u8, 52u8, 48u8, 54u8, 49u8, 53u8, 45u8, 55u8] }
-- output { true }
-- input { [57u8, 55u8, 56u8, 45u8, 48u8, 45u8, 51u8, 48u8, 54u8, 45u8, 52u8, 48u8, 54u8, 49u8, 53u8, 45u8, 56u8] }
-- output { false }

def digits (s: []u8): []i32 = map (\c -> i32.u8 (c - '0')) (filter (\c -> c >= '0' && c <= '9') s)

entry luhn (s: []u8): bool =
  let ds = reverse (digits s)
  let value i d = if i % 2 == 0 then d else let t = 2 * d in if t > 9 then t - 9 else t
  in i32.sum (map2 value (indices ds) ds) % 10 == 0

entry isbn13 (s: []u8): bool =
  let ds = digits s
  in length ds == 13 && i32.sum (map2 (\i d -> if i % 2 == 0 then d else 3 * d) (indices ds) ds) % 10 == 0
