-- Sum of arrays.
-- ==
-- input { [1,2,3] true } output { 6 }

type t [n] = #xs ([n]i32) | #y ([n]i32) i32
entry main [n] (xs: [n]i32) (b: bool) =
  let v : t [n] = if b then #xs xs else #y xs 3
  in match v case #xs ys -> i32.sum ys case #y _ k -> k
