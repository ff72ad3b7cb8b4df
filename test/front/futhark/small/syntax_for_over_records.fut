-- For over records.
-- ==
-- input { [1,2,3] } output { 12 }

#[noinline]
entry main (xs: []i32) = loop s = 0 for {a, b} in map (\x -> {a = x, b = 1}) xs do s + a * 2 * b
