-- Map opt.
-- ==
-- input { [1,-1] } output { [2,0] }

type opt 'a = #none | #some a
def fmap 'a 'b (f: a -> b) (o: opt a) : opt b = match o case #none -> #none case #some x -> #some (f x)
entry main (xs: []i32) = map (\x -> match fmap (* 2) (if x > 0 then #some x else #none) case #some y -> y case #none -> 0) xs
