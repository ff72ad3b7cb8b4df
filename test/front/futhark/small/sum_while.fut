-- Sum while.
-- ==
-- input { 10 } output { 3 }

type st = #running i32 i32 | #done i32
def is_done (s: st) = match s case #done _ -> true case _ -> false
def step (s: st) : st = match s case #running n c -> if n <= 1 then #done c else #running (n / 2) (c + 1) case #done c -> #done c
entry main (n: i32) =
  match (loop s = (#running n 0 : st) while !(is_done s) do step s) case #done c -> c case _ -> -1
