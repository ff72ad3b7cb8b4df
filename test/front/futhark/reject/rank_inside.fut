-- Neither inside of a program: an array of arrays of 64 dimensions has 65.
-- ==
-- error: E0122.*at most 64 dimensions, but this one has 65
entry main (x: [][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][][]i64) : i64 = length (replicate 3 x)
