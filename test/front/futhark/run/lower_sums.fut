-- Sums: arrays of them, options, payloads of any size.
-- ==
-- entry: areas
-- input { 4i64 } output { [0.0f32, 4.0f32, 6.0f32, 27.0f32] }
-- ==
-- entry: opt
-- input { 4 } output { 5i32 }
-- input { -4 } output { 0i32 }
-- ==
-- entry: firstbig
-- input { [1,20,30] } output { 20i32 }
-- input { empty([0]i32) } output { -1i32 }
-- ==
-- entry: nested
-- input { 0 5 } output { 1i32 }
-- input { 0 0 } output { 0i32 }
-- input { 3 0 } output { 2i32 }
-- input { 3 4 } output { 7i32 }
-- ==
-- entry: arrsum
-- input { [1,2,3] } output { 6i32 }
-- input { [1] } output { -1i32 }
-- ==
-- entry: redsum
-- input { [4,9,2] } output { 9i32 }
-- input { empty([0]i32) } output { -2147483648i32 }

type shape = #circle f32 | #square f32 | #poly ([3]f32) | #none
def area (s: shape): f32 =
  match s
  case #circle r -> 3 * r * r
  case #square x -> x * x
  case #poly xs -> f32.sum xs
  case #none -> 0
entry areas (n: i64) = map area (map (\i -> if i % 3 == 0 then #circle (f32.i64 i) else if i % 3 == 1 then #square 2 else #poly (replicate 3 (f32.i64 i))) (iota n))
type option 'a = #some a | #nothing
def mapopt 'a 'b (f: a -> b) (o: option a): option b = match o case #some x -> #some (f x) case #nothing -> #nothing
def get 'a (d: a) (o: option a): a = match o case #some x -> x case #nothing -> d
entry opt (x: i32) = get 0 (mapopt (+1) (if x > 0 then #some x else #nothing))
def find [n] 'a (p: a -> bool) (xs: [n]a): option a =
  loop r = #nothing for x in xs do match r case #some _ -> r case #nothing -> if p x then #some x else #nothing
entry firstbig (xs: []i32) = get (-1) (find (>10) xs)
entry nested (x: i32) (y: i32) = match (x, y) case (0, 0) -> 0i32 case (0, _) -> 1 case (_, 0) -> 2 case (a, b) -> a + b
entry tup (p: (i32, f32)) = match p case (1, f) -> f case (_, f) -> f * 2
entry arrsum (xs: []i32) = let s: option ([]i32) = if length xs > 2 then #some xs else #nothing in match s case #some ys -> i32.sum ys case #nothing -> -1
entry redsum (xs: []i32) = match reduce (\a b -> match (a, b) case (#nothing, _) -> b case (_, #nothing) -> a case (#some x, #some y) -> #some (i32.max x y)) (#nothing: option i32) (map (\x -> #some x) xs) case #some x -> x case #nothing -> i32.lowest
