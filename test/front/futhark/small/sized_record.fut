-- Sized record.
-- ==
-- input { [1,2,3] } output { [1,2,3] }

type r [n] = {xs: [n]i32, n: i64}
def mk [n] (xs: [n]i32) : r [n] = {xs, n}
entry main [n] (xs: [n]i32) : [n]i32 = (mk xs).xs
