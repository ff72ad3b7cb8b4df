-- Counting words: strings, zip with a shifted copy, and a filter.
-- ==
-- entry: main
-- input { [32u8, 97u8, 98u8, 32u8, 32u8, 99u8] } output { 2i64 }
-- input { empty([0]u8) } output { 0i64 }
def is_space (c: u8): bool = c == ' ' || c == '\n'
def main [n] (s: [n]u8): i64 =
  let starts = map (\i -> !(is_space s[i]) && (i == 0 || is_space s[i - 1])) (iota n)
  in length (filter id starts)
