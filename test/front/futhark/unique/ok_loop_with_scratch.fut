def f (xs: []i32) (n: i64) =
  loop acc = 0 for i < n do
    let scratch = copy xs
    let scratch[i] = 1
    in acc + scratch[0]
