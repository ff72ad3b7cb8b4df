def run [n] (ops: [n]i32) =
  let push (s: *{stack: [n]i32, top: i64}) (x: i32): *{stack: [n]i32, top: i64} =
    {stack = s.stack with [s.top] = x, top = s.top + 1}
  in loop s = {stack = replicate n 0, top = 0} for o in ops do
       if o > 0 then push s o else s with top = i64.max 0 (s.top - 1)
