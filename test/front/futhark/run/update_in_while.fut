-- A bubble sort with a while loop and a flag.
-- ==
-- entry: main
-- input { [3, 1, 2] } output { [1, 2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) }
def pass [n] (xs: *[n]i32): (*[n]i32, bool) =
  loop (xs, changed) = (xs, false) for i < n - 1 do
    if xs[i] > xs[i + 1]
    then let a = xs[i]
         let b = xs[i + 1]
         let xs[i] = b
         let xs[i + 1] = a
         in (xs, true)
    else (xs, changed)
def main [n] (xs: *[n]i32): *[n]i32 =
  let (xs, _) = loop (xs, again) = (xs, true) while again do pass xs
  in xs
