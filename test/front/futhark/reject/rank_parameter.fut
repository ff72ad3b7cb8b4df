-- An array has at most 64 dimensions.
-- ==
-- error: E0122.*at most 64 dimensions, but this one has 65
entry main (x: [][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][]i64) : i64 = length x
