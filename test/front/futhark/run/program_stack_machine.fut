-- A stack machine: a loop over instructions that are sums.
-- ==
-- entry: main
-- input { [1, 1, 2, 1, 3] [3, 4, 0, 5, 0] } output { 35 }
type instruction = #push i32 | #add | #mul | #stop
def decode (op: i32) (x: i32): instruction =
  match op case 1 -> #push x case 2 -> #add case 3 -> #mul case _ -> #stop
def main [n] (ops: [n]i32) (args: [n]i32): i32 =
  let program = map2 decode ops args
  let (stack, _) =
    loop (stack, top) = (replicate 16 0, 0) for i in program do
      match i
      case #push x -> (stack with [top] = x, top + 1)
      case #add -> let v = stack[top - 2] + stack[top - 1] in (stack with [top - 2] = v, top - 1)
      case #mul -> let v = stack[top - 2] * stack[top - 1] in (stack with [top - 2] = v, top - 1)
      case #stop -> (stack, top)
  in stack[0]
