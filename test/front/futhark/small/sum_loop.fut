-- Sum loop.
-- ==
-- input { 10 } output { 3 }

type st = #running i32 i32 | #done i32
def step (s: st) : st = match s case #running n c -> if n <= 1 then #done c else #running (n / 2) (c + 1) case #done c -> #done c
entry main (n: i32) =
  let s = loop s = (#running n 0 : st) for _i < 20i32 do step s
  in match s case #done c -> c case #running _ _ -> -1
