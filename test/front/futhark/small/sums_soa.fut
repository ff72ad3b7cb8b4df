-- Sums soa.
-- ==
-- input { [1,2,3] } output { [1,0,3] [0.0,4.0,0.0] }

type v = #i i32 | #f f64
entry main (xs: []i32) =
  let vs = map (\x -> if x % 2 == 1 then #i x else #f (f64.i32 (x * x)) : v) xs
  in (map (\v -> match v case #i x -> x case #f _ -> 0) vs, map (\v -> match v case #i _ -> 0 case #f x -> x) vs)
