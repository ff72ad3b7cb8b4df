-- Runtime scan noncomm.
-- ==
-- input { [1,2,3] } output { [1,12,123] }

entry main (xs: []i32) = scan (\(a, p) (b, q) -> (a * q + b, p * q)) (0, 1) (map (\x -> (x, 10)) xs) |> map (.0)
