-- String match.
-- ==
-- input { "ab" } output { true }

entry main (s: []u8) = s[0] == 'a' && length s == length "ab" && and (map2 (==) (s :> [2]u8) "ab")
