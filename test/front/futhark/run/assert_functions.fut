-- A failed assertion fails also where its value is a function, or part of what is used.
-- ==
-- entry: applied
-- input { 0 } error: E0401.*Assertion is false
-- input { 1 } output { 2 }
-- ==
-- entry: one_field
-- input { 0 } error: E0401.*Assertion is false
-- input { 1 } output { 2 }
-- ==
-- entry: constant_field
-- input { 0 } error: E0401.*Assertion is false
-- input { 1 } output { 2 3 }
-- ==
-- entry: mapped
-- input { [1, 2] 0 } error: E0401.*Assertion is false
-- input { [1, 2] 5 } output { [6, 7] }
-- ==
-- entry: partial
-- input { 0 } error: E0401.*Assertion is false
-- input { 4 } output { 9 }
-- ==
-- entry: passed
-- input { 0 } error: E0401.*Assertion is false
-- input { 4 } output { 7 }
-- ==
-- entry: recursive
-- input { 0 } error: E0401.*Assertion is false
-- input { 4 } output { 12 }
entry applied (x: i32): i32 = (assert (x > 0) (\y -> y + 1)) x
entry one_field (x: i32): i32 = let (a, _) = assert (x > 0) (2i32, [x]) in a
entry constant_field (x: i32): (i32, i32) =
  let r = assert (x > 0) {f = \y -> y + x, g = 2i32} in (r.g, r.f 2)
entry mapped (xs: []i32) (k: i32): []i32 = map (assert (k > 0) (\x -> x + k)) xs
entry partial (x: i32): i32 = let f = assert (x > 0) (\a b -> a + b + 1i32) let g = f x in g x
def twice (f: i32 -> i32) (x: i32) = f (f x)
entry passed (x: i32): i32 = #[unsafe] twice (assert (x > 0) (\_ -> 7)) x
def repeat (n: i32) (f: i32 -> i32) (x: i32) = if n == 0 then x else repeat (n - 1) f (f x)
entry recursive (x: i32): i32 = repeat 2 (assert (x > 0) (\y -> x + y)) x
