-- A polymorphic option type.
-- ==
-- entry: main
-- input { [1, 5, 8] } output { 8 -1 9 }
-- input { empty([0]i32) } output { -1 -1 -1 }
type option 'a = #some a | #none
def find [n] 'a (p: a -> bool) (xs: [n]a): option a =
  let pick (a: option a) (b: option a): option a = match a case #some _ -> a case #none -> b
  in reduce pick #none (map (\x -> if p x then #some x else #none) xs)
def or_else 'a (default: a) (x: option a): a = match x case #some y -> y case #none -> default
def map_option 'a 'b (f: a -> b) (x: option a): option b =
  match x case #some y -> #some (f y) case #none -> #none
def main (xs: []i32): (i32, i32, i32) =
  ( or_else (-1) (find (> 6) xs)
  , or_else (-1) (find (> 10) xs)
  , or_else (-1) (map_option (+ 1) (find (> 6) xs)) )
