-- Sums scatter.
-- ==
-- input { 2i64 } output { [0,5,9] }

type t = #v i32 | #none
entry main (i: i64) =
  let ts : [3]t = replicate 3 #none
  let ts = scatter ts [i, 1] [#v 9, #v 5]
  in map (\x -> match x case #v y -> y case #none -> 0) ts
