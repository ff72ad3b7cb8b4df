-- Scan seg record.
-- ==
-- input { [true,false,true] [1,2,3] } output { [1,3,3] }

entry main [n] (f: [n]bool) (x: [n]i32) =
  map2 (\f x -> {f, x}) f x
  |> scan (\a b -> {f = a.f || b.f, x = if b.f then b.x else a.x + b.x}) {f = false, x = 0}
  |> map (.x)
