-- A size parameter of an entry point inside an expression only.
entry main [x] (A: [x+1]i32) = A[0]
