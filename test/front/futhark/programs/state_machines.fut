-- A traffic light as a fold of a transition function, and a lexer as a scan of functions.
-- ==
-- input { [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 2i32, 0i32] }
-- output { [1i32, 2i32, 0i32, 1i32, 3i32, 3i32, 0i32, 1i32] }

-- ==
-- entry: classes
-- input { [97u8, 98u8, 32u8, 32u8, 49u8, 50u8, 32u8, 99u8, 51u8, 44u8] }
-- output { [1i32, 1i32, 0i32, 0i32, 2i32, 2i32, 0i32, 1i32, 1i32, 0i32] }

-- ==
-- entry: tokens
-- input { [120u8, 32u8, 49u8, 48u8, 32u8, 121u8] } output { 3i64 }

type light = #red | #yellow | #green | #flashing
type event = #tick | #fault | #reset

def transition (state: light) (event: event) : light =
  match (state, event)
  case (_, #reset) -> #red
  case (_, #fault) -> #flashing
  case (#red, #tick) -> #green
  case (#green, #tick) -> #yellow
  case (#yellow, #tick) -> #red
  case (#flashing, #tick) -> #flashing

def to_event (i: i32) : event = if i == 0 then #tick else if i == 1 then #fault else #reset

def number (l: light) : i32 =
  match l
  case #red -> 0
  case #green -> 1
  case #yellow -> 2
  case #flashing -> 3

entry main [n] (events: [n]i32) : [n]i32 =
  let (_, trace) =
    loop (state, trace) = (#red : light, replicate n 0) for i < n do
      let state = transition state (to_event events[i])
      let trace[i] = number state
      in (state, trace)
  in trace

-- A state is 0 (blank), 1 (word) or 2 (number). A character is a function on states, kept as a table.
type table = [3]i32

def is_digit (c: u8) = c >= '0' && c <= '9'
def is_letter (c: u8) = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')

def table_of (c: u8) : table =
  if is_letter c then [1, 1, 1]
  else if is_digit c then [2, 1, 2]
  else [0, 0, 0]

def classify [n] (text: [n]u8) : [n]i32 =
  let after (f: table) (g: table) : table = map (\i -> g[i]) f
  in map table_of text |> scan after [0, 1, 2] |> map head

entry classes (text: []u8) = classify text

entry tokens [n] (text: [n]u8) : i64 =
  let states = classify text
  let starts = map (\i -> states[i] != 0 && (i == 0 || states[i - 1] == 0)) (iota n)
  in starts |> filter id |> length
