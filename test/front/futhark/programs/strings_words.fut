-- Text: words, case and palindromes.
-- ==
-- entry: lengths
-- input { [32u8, 111u8, 110u8, 101u8, 32u8, 32u8, 116u8, 104u8, 114u8, 101u8, 101u8, 9u8, 102u8, 111u8, 117u8, 114u8, 32u8] }
-- output { [3i64, 5i64, 4i64] }
-- input { empty([0]u8) }
-- output { empty([0]i64) }

-- ==
-- entry: lowered
-- input { [65u8, 98u8, 90u8, 49u8] }
-- output { [97u8, 98u8, 122u8, 49u8] }

-- ==
-- entry: palindrome
-- input { [65u8, 32u8, 109u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 112u8, 108u8, 97u8, 110u8, 44u8, 32u8, 97u8, 32u8, 99u8, 97u8, 110u8, 97u8, 108u8, 58u8, 32u8, 80u8, 97u8, 110u8, 97u8, 109u8, 97u8] }
-- output { true }
-- input { [97u8, 98u8] }
-- output { false }

-- ==
-- entry: greeting
-- input {  }
-- output { [104u8, 105u8] }

type char = u8
def is_space (c: char) = c == ' ' || c == '\t' || c == '\n'
def is_upper (c: char) = c >= 'A' && c <= 'Z'
def lower (c: char) = if is_upper c then c + ('a' - 'A') else c
def is_letter (c: char) = let c = lower c in c >= 'a' && c <= 'z'

def words [n] (s: [n]char): [](i64, i64) =
  let starts = map (\i -> !is_space s[i] && (i == 0 || is_space s[i - 1])) (iota n)
  let ends = map (\i -> !is_space s[i] && (i == n - 1 || is_space s[i + 1])) (iota n)
  let positions (flags: [n]bool) = filter (\i -> flags[i]) (iota n)
  let [k] (ss: [k]i64) = positions starts
  let es = positions ends
  in zip ss (es :> [k]i64)

entry lengths (s: []u8): []i64 = map (\(a, b) -> b - a + 1) (words s)
entry lowered (s: []u8): []u8 = map lower s
entry palindrome (s: []u8): bool =
  let letters = map lower (filter is_letter s)
  in and (map2 (==) letters (reverse letters))
entry greeting: []u8 = "h\105"
