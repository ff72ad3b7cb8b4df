-- reduce of an empty array is the neutral element; the order of elements is kept.
-- ==
-- entry: sum
-- input { [1, 2, 3, 4] } output { 10 }
-- input { empty([0]i32) } output { 0 }
-- input { [7] } output { 7 }
-- ==
-- entry: last_one
-- input { [1, 2, 3] } output { 3 }
-- input { empty([0]i32) } output { -1 }
entry sum (xs: []i32) = reduce (+) 0 xs
-- "The right operand unless it is neutral" is associative, but not commutative.
entry last_one (xs: []i32) = reduce (\a b -> if b == -1 then a else b) (-1) xs
