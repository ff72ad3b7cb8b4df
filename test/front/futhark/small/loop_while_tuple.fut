-- Loop while tuple.
-- ==
-- input { 27 } output { 111 }

entry main (n: i32) = (loop (x, c) = (n, 0) while x != 1 do if x % 2 == 0 then (x / 2, c + 1) else (3 * x + 1, c + 1)).1
