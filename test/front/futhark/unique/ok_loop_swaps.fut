def f (xs: *[]i32) (n: i64) =
  let ys = copy xs
  let (a, _) = loop (a, b) = (xs, ys) for i < n do
      let b[i] = a[i]
      in (b, a)
  in a
