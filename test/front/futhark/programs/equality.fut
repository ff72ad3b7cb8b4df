-- Equality of tuples, records, sums and arrays.
-- ==
-- input { 1i32 2i32 } output { true false true true }

-- ==
-- entry: arrays
-- input { [1i32, 2i32] [1i32, 2i32] } output { true false }
-- input { [1i32, 2i32] [1i32, 3i32] } output { false true }

type t = #pair i32 i32 | #nothing

entry main (a: i32) (b: i32) : (bool, bool, bool, bool) =
  ((a, b) == (a, b), {x = a, y = b} == {x = b, y = a}, (#pair a b : t) != #nothing, (#pair a b : t) == #pair (b - 1) (a + 1))

entry arrays [n] (xs: [n]i32) (ys: [n]i32) : (bool, bool) =
  let same [k] (as: [k]i32) (bs: [k]i32) = and (map2 (==) as bs)
  in (same xs ys, !(same (map (* 2) xs) (map (* 2) ys)))
