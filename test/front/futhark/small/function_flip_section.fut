-- Function flip section.
-- ==
-- input { [1,2,3] } output { [9,8,7] }

entry main (xs: []i32) = map (flip (-) <| 10) xs |> map (\x -> -x)
