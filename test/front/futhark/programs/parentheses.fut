-- Matching parentheses by scans: depth, balance and partners.
-- ==
-- input { [40u8, 97u8, 40u8, 98u8, 41u8, 99u8, 41u8, 40u8, 41u8] } output { true 2i32 }
-- input { [40u8, 41u8, 41u8, 40u8] } output { false 1i32 }
-- input { empty([0]u8) } output { true 0i32 }

-- ==
-- entry: partners
-- input { [40u8, 40u8, 41u8, 40u8, 41u8, 41u8] } output { [5i64, 2i64, 1i64, 4i64, 3i64, 0i64] }

-- ==
-- entry: depths
-- input { [40u8, 97u8, 40u8, 98u8, 41u8, 41u8] } output { [1i32, 1i32, 2i32, 2i32, 2i32, 1i32] }

def value (c: u8) : i32 =
  match c
  case '(' -> 1
  case ')' -> -1
  case _ -> 0

def heights [n] (text: [n]u8) : [n]i32 = map value text |> scan (+) 0

entry depths [n] (text: [n]u8) : [n]i32 =
  map2 (\c h -> if c == ')' then h + 1 else h) text (heights text)

entry main (text: []u8) : (bool, i32) =
  let hs = heights text
  let balanced = all (>= 0) hs && (null hs || last hs == 0)
  in (balanced, i32.max 0 (i32.maximum hs))

-- For balanced text of parentheses only: the partner of each.
entry partners [n] (text: [n]u8) : [n]i64 =
  let ds = depths text
  let partner i =
    if text[i] == '('
    then loop j = i + 1 while !(text[j] == ')' && ds[j] == ds[i]) do j + 1
    else loop j = i - 1 while !(text[j] == '(' && ds[j] == ds[i]) do j - 1
  in map partner (iota n)
