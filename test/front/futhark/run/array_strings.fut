-- Strings are arrays of u8, in UTF-8; characters are literals of any integer type.
-- ==
-- entry: main
-- input { } output { [104u8, 105u8] [195u8, 164u8] 97u8 }
-- ==
-- entry: count
-- input { "hello" } output { 2i64 }
entry main: ([]u8, []u8, u8) = ("hi", "ä", 'a')
entry count (s: []u8) = length (filter (== 'l') s)
