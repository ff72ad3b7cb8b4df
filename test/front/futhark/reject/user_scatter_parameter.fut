-- A scatter into a parameter.
-- ==
-- error: E1402

entry main [n] (d: [n]i32) : [n]i32 = scatter d [0] [1]
