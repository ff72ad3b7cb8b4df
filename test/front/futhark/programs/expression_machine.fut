-- Instructions as a sum type; a stack machine runs them.
-- ==
-- input { [0i32, 0i32, 3i32, 0i32, 1i32] [6i32, 7i32, 0i32, 8i32, 0i32] } output { 50i32 }
-- input { [0i32, 0i32, 2i32] [3i32, 10i32, 0i32] } output { -7i32 }
-- input { [1i32] [0i32] } error: E0401.*

-- ==
-- entry: sample
-- input { 5i32 } output { 26i32 }

type instruction = #push i32 | #add | #sub | #mul
type op2 = #plus | #minus | #times

def decode (kind: i32) (value: i32) : instruction =
  match kind
  case 0 -> #push value
  case 1 -> #add
  case 2 -> #sub
  case _ -> #mul

def apply (op: op2) (a: i32) (b: i32) : i32 =
  match op
  case #plus -> a + b
  case #minus -> a - b
  case #times -> a * b

def run [n] (program: [n]instruction) : i32 =
  let binary op (stack: *[n]i32) (top: i64) : (*[n]i32, i64) =
    let ok = assert (top >= 2) true
    let a = if ok then stack[top - 2] else 0
    let b = if ok then stack[top - 1] else 0
    in (stack with [top - 2] = apply op a b, top - 1)
  let (stack, _) =
    loop (stack, top) = (replicate n 0, 0) for i in program do
      match i
      case #push x -> (stack with [top] = x, top + 1)
      case #add -> binary #plus stack top
      case #sub -> binary #minus stack top
      case #mul -> binary #times stack top
  in stack[0]

entry main [n] (kinds: [n]i32) (values: [n]i32) : i32 = run (map2 decode kinds values)

entry sample (x: i32) : i32 =
  run [#push x, #push 4, #mul, #push 6, #add]
