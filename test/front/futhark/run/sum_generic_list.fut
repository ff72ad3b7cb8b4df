-- A small stack with a sum as its result.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 3 2i64 -1 }
type popped 'a [n] = #empty | #top a [n]a
def pop [n] 'a (stack: [n]a) (size: i64): popped a [n] = if size == 0 then #empty else #top stack[size - 1] stack
def main [n] (xs: [n]i32): (i32, i64, i32) =
  let first = match pop xs n case #empty -> -1 case #top x _ -> x
  let second = match pop xs 0 case #empty -> -1 case #top x _ -> x
  in (first, n - 1, second)
