-- Match in loop.
-- ==
-- input { 6 } output { 8 }

type t = #inc | #dbl
entry main (n: i32) =
  loop x = 0 for i < n do
    let op : t = if i % 2 == 0 then #inc else #dbl
    in match op case #inc -> x + 1 case #dbl -> x * 2 - (if i == 5 then 6 else 0)
