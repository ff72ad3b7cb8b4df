-- Let in loop cond.
-- ==
-- input { [3,5,7,8] } output { 3 }

entry main (xs: []i32) = loop i = 0 while (let x = xs[i] in x % 2 == 1) do i + 1
