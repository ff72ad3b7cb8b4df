-- A stack machine whose instructions are a sum.
-- ==
-- input { [1,2,-1,3,-2] } output { 9i32 }
type op = #push i32 | #add | #mul | #nop
def decode (x: i32): op = match x case -1 -> #add case -2 -> #mul case 0 -> #nop case n -> #push n
def run [n] (ops: [n]op): i32 =
  let cap = 16
  let (stack, sp) = loop (stack, sp) = (replicate cap 0i32, 0i64) for op in ops do
    match op
    case #push x -> (stack with [sp] = x, sp + 1)
    case #add -> let v = stack[sp-2] + stack[sp-1] in (stack with [sp-2] = v, sp - 1)
    case #mul -> let v = stack[sp-2] * stack[sp-1] in (stack with [sp-2] = v, sp - 1)
    case #nop -> (stack, sp)
  in if sp == 0 then 0 else stack[sp-1]
entry main (xs: []i32) = run (map decode xs)
