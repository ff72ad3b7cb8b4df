-- Flatten 4.
-- ==
-- input { 2i64 } output { 16i64 }

entry main (n: i64) = replicate n (replicate n (replicate n (replicate n 1i64))) |> flatten_4d |> i64.sum
