-- Strings are arrays of bytes: case, palindromes, Caesar and parsing numbers.
-- ==
-- entry: upper
-- input { [72u8, 101u8, 108u8, 108u8, 111u8, 44u8, 32u8, 87u8, 111u8, 114u8, 108u8, 100u8, 33u8] }
-- output { [72u8, 69u8, 76u8, 76u8, 79u8, 44u8, 32u8, 87u8, 79u8, 82u8, 76u8, 68u8, 33u8] }

-- ==
-- entry: is_palindrome
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8] }
-- output { false }
-- input { [78u8, 101u8, 118u8, 101u8, 114u8, 32u8, 111u8, 100u8, 100u8, 32u8, 111u8, 114u8, 32u8, 101u8, 118u8, 101u8, 110u8] }
-- output { true }
-- input { empty([0]u8) } output { true }

-- ==
-- entry: caesar
-- input { 3i32 [88u8, 121u8, 122u8, 32u8, 65u8, 98u8, 99u8] }
-- output { [65u8, 98u8, 99u8, 32u8, 68u8, 101u8, 102u8] }

-- ==
-- entry: parse_int
-- input { [45u8, 49u8, 50u8, 51u8, 52u8] } output { -1234i32 }
-- input { [53u8, 54u8] } output { 56i32 }

-- ==
-- entry: show_int
-- input { 90210i32 } output { [57u8, 48u8, 50u8, 49u8, 48u8] }
-- input { 0i32 } output { [48u8] }
-- input { -7i32 } output { [45u8, 55u8] }

-- ==
-- entry: occurrences
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] [97u8, 98u8, 114u8, 97u8] }
-- output { [0i64, 7i64] }

type string [n] = [n]u8

def is_upper (c: u8) = 'A' <= c && c <= 'Z'
def is_lower (c: u8) = 'a' <= c && c <= 'z'
def is_alpha c = is_upper c || is_lower c
def to_upper (c: u8) : u8 = if is_lower c then c - 'a' + 'A' else c

entry upper [n] (s: string [n]) : string [n] = map to_upper s

entry is_palindrome (s: []u8) : bool =
  let letters = s |> filter is_alpha |> map to_upper
  in and (map2 (==) letters (reverse letters))

entry caesar [n] (k: i32) (s: [n]u8) : [n]u8 =
  let shift base c = base + u8.i32 ((i32.u8 (c - base) + k) % 26)
  in map (\c -> if is_upper c then shift 'A' c else if is_lower c then shift 'a' c else c) s

entry parse_int [n] (s: [n]u8) : i32 =
  let (sign, digits) = if n > 0 && s[0] == '-' then (-1, s[1:]) else (1, s[0:])
  in sign * foldl (\acc d -> acc * 10 + i32.u8 (d - '0')) 0 digits

entry show_int (x: i32) : []u8 =
  let (_, digits) =
    loop (rest, digits: []u8) = (i32.abs x / 10, [u8.i32 (i32.abs x % 10) + '0']) while rest > 0 do
      (rest / 10, [u8.i32 (rest % 10) + '0'] ++ digits)
  in if x < 0 then "-" ++ digits else digits

def is_prefix_at [n][m] (text: [n]u8) (pattern: [m]u8) (i: i64) : bool =
  i + m <= n && all (\j -> text[i + j] == pattern[j]) (iota m)

entry occurrences [n][m] (text: [n]u8) (pattern: [m]u8) : []i64 =
  filter (is_prefix_at text pattern) (iota n)
