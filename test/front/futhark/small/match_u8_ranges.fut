-- Match u8 ranges.
-- ==
-- input { "a1 " } output { [1,2,0] }

entry main (s: []u8) = map (\c -> match c case 'a' -> 1 case '1' -> 2 case _ -> 0i32) s
