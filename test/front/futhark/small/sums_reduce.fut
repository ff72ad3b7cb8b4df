-- Sums reduce.
-- ==
-- input { [3,1,2] } output { 3 0 }

type t = {m: #some i32 | #none, k: i32}
def op (a: t) (b: t) : t =
  match (a.m, b.m)
  case (#none, _) -> b
  case (_, #none) -> a
  case (#some x, #some y) -> if x >= y then a else b
entry main [n] (xs: [n]i32) =
  let r = reduce op {m = #none, k = -1} (map2 (\x i -> {m = #some x, k = i32.i64 i}) xs (iota n))
  in match r.m case #some x -> (x, r.k) case #none -> (0, -1)
