-- Behind a constructor an array takes all that follows as its element, other types do not.
-- ==
-- input { 3 } output { 12 }
-- input { 0 } output { -1 }
type box 'a = {value: a}
type t = #boxes [2]box i32 | #both ([2]i32) bool | #none i32 [2][1]i32
def make (x: i32): t =
  if x > 2 then #boxes [{value = x}, {value = x + 6}]
  else if x > 1 then #both [x, x] true
  else #none (-1) [[x], [x]]
def main (x: i32) =
  match make x
  case #boxes bs -> bs[0].value + bs[1].value
  case #both xs b -> if b then xs[0] else xs[1]
  case #none y zs -> y + zs[1, 0]
