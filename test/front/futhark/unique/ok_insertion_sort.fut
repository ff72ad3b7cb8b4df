def swap [n] (xs: *[n]i32) (i: i64) (j: i64): *[n]i32 =
  let x = xs[i]
  let xs[i] = xs[j]
  let xs[j] = x
  in xs
def sort [n] (xs: [n]i32): *[n]i32 =
  loop xs = copy xs for i < n do
    let (xs, _) = loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > xs[j] do
        (swap xs j (j - 1), j - 1)
    in xs
