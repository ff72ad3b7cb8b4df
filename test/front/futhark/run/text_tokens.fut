-- Characters, ranges of them and arithmetic on them.
-- ==
-- entry: main
-- input { [49u8, 50u8, 51u8] } output { 123 [98u8, 99u8] }
def digit (c: u8): i32 = i32.u8 (c - '0')
def main (s: []u8): (i32, []u8) =
  (foldl (\n c -> n * 10 + digit c) 0 s, map (+ 1) "ab")
