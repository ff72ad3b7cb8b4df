-- A loop that does not end is left out of a compiled program when its value is not needed, or known without it.
-- ==
-- entry: unused stuck part
-- compiled input { 5i32 } output { 5i32 }
entry unused (x: i32) : i32 = let _ = loop z = x while z != z + 1 do z + 2 in x
entry stuck (x: i32) : i32 = loop z = x while true do z
entry part (x: i32) : i32 = let (a, _) = loop (a, b) = (x, 0i32) while true do (a, b + 1) in a
