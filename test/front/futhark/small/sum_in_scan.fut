-- Sum in scan.
-- ==
-- input { [1,0,2,0] } output { [1,1,2,2] }

type opt = #none | #some i32
def last_some (a: opt) (b: opt) : opt = match b case #some _ -> b case #none -> a
entry main (xs: []i32) = scan last_some #none (map (\x -> if x != 0 then #some x else #none) xs) |> map (\o -> match o case #some x -> x case #none -> -1)
