-- Match lambda ctor.
-- ==
-- input { [1,2] } output { [1,2] }

type w = #wrap i32
entry main (xs: []i32) = map (\(#wrap y) -> y) (map (\x -> #wrap x : w) xs)
