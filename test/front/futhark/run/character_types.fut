-- A character is a number of whatever type is wanted.
-- ==
-- entry: digits
-- input { [49, 50, 97] } output { [1, 2, 49] [true, true, false] }
-- ==
-- entry: kinds
-- input { 97i64 97u8 97.0f32 } output { true true true 955 }
-- ==
-- entry: cases
-- input { 97 } output { 1 }
-- input { 98 } output { 2 }
-- input { 0 } output { 3 }
-- ==
-- entry: text
-- input { } output { [0u8, 1u8, 2u8] }
entry digits (cs: []i32) = unzip (map (\c -> (c - '0', c >= '0' && c <= '9')) cs)
entry kinds (a: i64) (b: u8) (c: f32) = (a == 'a', b == 'a', c == 'a', 'λ')
entry cases (c: i32): i32 = match c case 'a' -> 1 case 'b' -> 2 case _ -> 3
entry text = map (\c -> c - 'a') "abc"
