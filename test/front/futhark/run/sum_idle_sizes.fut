-- A value that is not made by a constructor says nothing about the constructor's sizes; two that are made by it agree.
-- ==
-- input { [1, 2, 3] 2i64 } output { 2 [1, 2, 3] [3, 2, 1] 3i64 4 }
-- input { [1, 2, 3] 0i64 } output { 0 [0] [0] 0i64 9 }
type popped 'a [n] = #empty | #top a ([n]a)
def pop [n] 'a stack (size: i64): popped a [n] = if size == 0 then #empty else #top stack[size - 1] stack
def kept [n] (xs: []i32) (size: i64): (#some ([n]i32) | #none) = match size case 0 -> #none case _ -> #some xs
def turned [n] (xs: []i32) (size: i64): (#some ([n]i32) | #none) =
  if size > 0 then #some (reverse xs) else #none
def made (n: i64): (#some ([]i64) | #none) = if n == 0 then #none else #some (iota (n + 1))
def either [n] (xs: []i32) (ys: [n]i32) (b: bool): (#one ([n]i32, i32) | #two) =
  if b then #one (xs, 1) else #one (ys, 4)
def main (xs: []i32) (size: i64) =
  (match pop xs size case #empty -> 0 case #top x _ -> x,
   match kept xs size case #none -> [0] case #some ys -> ys,
   match turned xs size case #none -> [0] case #some ys -> ys,
   match made size case #none -> 0 case #some ys -> length ys,
   match either xs (map (+ 2) xs) (size > 0) case #two -> 0 case #one (ys, k) -> k + ys[length ys - 1])
