-- A size parameter of an entry point inside a product only.
-- ==
-- error: E1114
entry main [x] (A: [x*2]i32) = A[0]
