-- W1101 comes with the error below; names that begin with `_` and parameters are silent.
def f (x: i32) (_y: i32) =
  let unused = x + 1
  let (a, b) = (x, x)
  let _silent = 3
  let helper (z: i32) = z
  let used [n] (v: [n]i32) = n
  in a + i32.i64 (used [x])
def wrong = nothing_of_this_name
