def f [n] (as: *[n]f32) (bs: *[n]f32) =
  loop (as, bs) for _i < 10 do
    let bs = loop bs for i < n do bs with [i] = as[i] + bs[i]
    in (bs, as)
