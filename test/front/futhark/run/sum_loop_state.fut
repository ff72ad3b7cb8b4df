-- A sum as the state of a loop.
-- ==
-- entry: main
-- input { 6 } output { 8 }
-- input { 1 } output { 0 }
type state = #running {n: i32, steps: i32} | #done i32
def step (s: state): state =
  match s
  case #running {n = 1, steps} -> #done steps
  case #running {n, steps} -> #running {n = if n % 2 == 0 then n / 2 else 3 * n + 1, steps = steps + 1}
  case #done k -> #done k
def is_running (s: state): bool = match s case #running _ -> true case #done _ -> false
def main (n: i32): i32 =
  match loop s = #running {n, steps = 0} while is_running s do step s
  case #done k -> k
  case #running _ -> -1
