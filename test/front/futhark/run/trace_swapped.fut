-- A condition that traces, of a loop whose rounds exchange what it looks at.
-- ==
-- entry: main
-- input { 0i32 1i32 } output { 3i32 3i32 } traces { "x: 0\nx: 1\nx: 1\nx: 2\nx: 2\nx: 3\n" }
-- input { 4i32 1i32 } output { 4i32 1i32 } traces { "x: 4\n" }
-- ==
-- entry: swap
-- input { 0i32 5i32 } output { 5i32 0i32 } traces { "x: 0\nx: 5\n" }
entry main (a: i32) (b: i32) : (i32, i32) =
  loop (x, y) = (a, b) while (#[trace(x)] x) < 3 do (y, x + 1)
entry swap (a: i32) (b: i32) : (i32, i32) =
  loop (x, y) = (a, b) while (#[trace(x)] x) < 3 do (y, x)
