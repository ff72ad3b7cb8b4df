-- A tiny register machine whose instructions are a sum type.
-- ==
-- entry: main
-- input { 100i64 }
-- output { 128i64 17i64 }
-- input { 0i64 }
-- output { 2i64 5i64 }

type register = #a | #b
type instruction = #set register i64 | #add register register | #jump_if_less register i64 i64 | #halt
type machine = {a: i64, b: i64, pc: i64, running: bool}

def get (m: machine) (r: register): i64 = match r case #a -> m.a case #b -> m.b
def set (m: machine) (r: register) (x: i64): machine =
  match r case #a -> m with a = x case #b -> m with b = x

def execute (m: machine) (i: instruction): machine =
  let m = m with pc = m.pc + 1
  in match i
     case #set r x -> set m r x
     case #add r s -> set m r (get m r + get m s)
     case #jump_if_less r limit target -> if get m r < limit then m with pc = target else m
     case #halt -> m with running = false

def program (limit: i64): [5]instruction =
  [#set #a 1, #set #b 1, #add #a #a, #jump_if_less #a limit 2, #halt]

entry main (limit: i64): (i64, i64) =
  let code = program limit
  let start: machine = {a = 0, b = 0, pc = 0, running = true}
  let (final, steps) =
    loop (m, n) = (start, 0) while m.running do (execute m code[m.pc], n + 1)
  in (final.a, steps)
