-- Any and all through pipes.
-- ==
-- input { [1,2,3] 2 } output { true false }

entry main (xs: []i32) (y: i32) = (xs |> any (\x -> x == y), xs |> all (== y))
