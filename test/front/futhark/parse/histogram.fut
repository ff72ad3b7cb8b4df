entry histogram [n] (k: i64) (is: [n]i64) (xs: [n]i32): [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 is xs

entry filtered [n] (xs: [n]i32) =
  let (evens, odds) = partition (\x -> x % 2 == 0) xs
  let m = length evens
  in (m, evens :> [m]i32, odds |> map (* 2) |> filter (> 3))
