def f (xs: *[]i32) (n: i64) =
  loop ys = xs for i < n do
    let zs = ys with [i] = 0
    in if zs[0] == 0 then ys else zs
