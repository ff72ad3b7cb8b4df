-- Holes are warnings, and fail when they are reached.
-- ==
-- entry: branch
-- input { 1 } output { 1 }
-- input { 0 } error: E0413.*Reached a hole of type i32
-- ==
-- entry: array
-- input { 0 } error: E0413.*Reached a hole of type \[2\]f64
-- ==
-- entry: function
-- input { [1] } error: E0413.*Reached a hole of type i32
-- input { empty([0]i32) } output { 0 }
-- ==
-- entry: tuple
-- input { 1 } error: E0413.*Reached a hole
-- ==
-- entry: unused_case
-- input { 2 } output { 3 }
-- input { 5 } error: E0413.*hole
-- ==
-- entry: partly
-- input { 4 } output { 5 }
entry branch (x: i32): i32 = if x > 0 then x else ???
entry array (_: i32): [2]f64 = ???
entry function (xs: []i32): i32 = i32.sum (map ??? xs)
entry tuple (x: i32): (i32, bool) = let r: {a: i32, b: (bool, i32 -> i32)} = ??? in (x, r.b.0)
def later (n: i64): [n]i32 = ???
entry unused_case (x: i32): i32 =
  match x case 2 -> 3 case 3 -> (???: i32 -> i32 -> i32) x 1 case _ -> i32.sum (later 3)
entry partly (x: i32): i32 = let f (y: i32) (z: i32) = if z > 0 then y + 1 else ??? in f x 1
