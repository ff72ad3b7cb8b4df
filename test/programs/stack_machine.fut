-- A stack machine and a tokeniser: sums with payloads in arrays, loops over them, records with arrays inside.
type instruction = #push f64 | #add | #mul | #neg | #dup | #swap
type machine [n] = {stack: [n]f64, top: i64, failed: bool}

def decode (op: u8) (x: f64) : instruction =
  match op case 0 -> #push x case 1 -> #add case 2 -> #mul case 3 -> #neg case 4 -> #dup case _ -> #swap

def push [n] (x: f64) (m: *machine [n]) : *machine [n] =
  if m.top == n then {stack = m.stack, top = m.top, failed = true}
  else {stack = m.stack with [m.top] = x, top = m.top + 1, failed = m.failed}

def binary [n] (f: f64 -> f64 -> f64) (m: *machine [n]) : *machine [n] =
  if m.top < 2 then {stack = m.stack, top = m.top, failed = true}
  else let v = f m.stack[m.top - 2] m.stack[m.top - 1]
       in {stack = m.stack with [m.top - 2] = v, top = m.top - 1, failed = m.failed}

def execute [n] (m: *machine [n]) (i: instruction) : *machine [n] =
  if m.failed then m else
  match i
  case #push x -> push x m
  case #add -> binary (+) m
  case #mul -> binary (*) m
  case #neg -> if m.top < 1 then {stack = m.stack, top = m.top, failed = true}
               else let v = -m.stack[m.top - 1]
                    in {stack = m.stack with [m.top - 1] = v, top = m.top, failed = m.failed}
  case #dup -> if m.top < 1 then {stack = m.stack, top = m.top, failed = true}
               else let v = m.stack[m.top - 1] in push v m
  case #swap -> if m.top < 2 then {stack = m.stack, top = m.top, failed = true}
                else let (a, b) = (m.stack[m.top - 2], m.stack[m.top - 1])
                     in {stack = m.stack with [m.top - 2] = b with [m.top - 1] = a, top = m.top, failed = m.failed}

entry main [p] [k] (ops: [p][k]u8) (xs: [p][k]f64) : ([p]f64, [p]bool) =
  unzip (map2 (\o x ->
    let program = map2 decode o x
    let m = loop m = {stack = replicate 8 0, top = 0, failed = false} for i in program do execute m i
    in (if m.top > 0 then m.stack[m.top - 1] else 0, m.failed)) ops xs)

-- ==
-- entry: main
-- input { [[0u8, 0u8, 5u8, 2u8, 1u8, 5u8, 0u8, 5u8, 5u8, 4u8], [0u8, 0u8, 2u8, 1u8, 1u8, 3u8, 0u8, 3u8, 0u8, 0u8], [0u8, 0u8, 5u8, 1u8, 5u8, 2u8, 1u8, 4u8, 0u8, 4u8], [0u8, 0u8, 4u8, 4u8, 2u8, 0u8, 3u8, 5u8, 3u8, 3u8], [0u8, 0u8, 4u8, 2u8, 1u8, 3u8, 3u8, 5u8, 5u8, 4u8], [0u8, 0u8, 1u8, 4u8, 0u8, 0u8, 0u8, 3u8, 2u8, 3u8]]
--   [[0.65f64, 0.219f64, 0.686f64, 0.631f64, 0.042f64, 0.472f64, 0.226f64, 0.054f64, 0.134f64, 0.317f64], [0.182f64, 0.193f64, 0.036f64, 0.465f64, 0.38f64, 0.612f64, 0.59f64, 0.238f64, 0.903f64, 0.001f64], [0.405f64, 0.279f64, 0.41f64, 0.115f64, 0.831f64, 0.374f64, 0.036f64, 0.614f64, 0.095f64, 0.545f64], [0.339f64, 0.581f64, 0.958f64, 0.819f64, 0.419f64, 0.813f64, 0.642f64, 0.369f64, 0.142f64, 0.596f64], [0.564f64, 0.957f64, 0.968f64, 0.609f64, 0.351f64, 0.893f64, 0.001f64, 0.108f64, 0.566f64, 0.615f64], [0.141f64, 0.629f64, 0.891f64, 0.376f64, 0.432f64, 0.226f64, 0.291f64, 0.972f64, 0.38f64, 0.961f64]] }
-- output { [0.14235f64, 0.035126f64, 0.684f64, 0.337561f64, 1.479849f64, 0.065766f64]
--   [true, true, true, false, true, false] }
