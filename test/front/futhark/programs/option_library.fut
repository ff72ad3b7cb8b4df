-- An option type with its functions.
-- ==
-- input { [1,2,3,4] } output { 3i32 -1i32 20i32 }
type option 't = #none | #some t
def find [n] 't (p: t -> bool) (xs: [n]t): option t =
  loop r = #none for x in xs do match r case #none -> if p x then #some x else #none case _ -> r
def from_some 't (d: t) (o: option t) = match o case #some x -> x case #none -> d
def bind 'a 'b (o: option a) (f: a -> option b): option b = match o case #some x -> f x case #none -> #none
entry main (xs: []i32) =
  ( from_some 0 (find (> 2) xs), from_some (-1) (find (> 9) xs)
  , from_some 7 (bind (find (> 1) xs) (\x -> if x % 2 == 0 then #some (x * 10) else #none)) )
