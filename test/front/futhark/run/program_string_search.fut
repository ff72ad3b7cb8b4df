-- All positions of a word in a text.
-- ==
-- entry: main
-- input { [97u8, 98u8, 97u8, 98u8, 97u8] [97u8, 98u8, 97u8] } output { [0i64, 2] }
-- input { [97u8] [97u8, 98u8] } output { empty([0]i64) }
def main [n] [m] (text: [n]u8) (word: [m]u8): []i64 =
  filter (\i -> i + m <= n && and (map (\j -> text[i + j] == word[j]) (iota m))) (iota n)
