-- A state machine over text, with a sum type for its states.
-- ==
-- entry: main
-- input { [97u8, 44u8, 34u8, 98u8, 44u8, 99u8, 34u8, 44u8, 100u8] }
-- output { 3i32 5i32 false }
-- input { [34u8, 120u8, 34u8, 34u8, 121u8, 34u8, 44u8, 122u8] }
-- output { 2i32 4i32 false }
-- input { [34u8, 111u8, 112u8, 101u8, 110u8] }
-- output { 1i32 4i32 true }
-- input { empty([0]u8) }
-- output { 1i32 0i32 false }
-- input { [44u8, 44u8] }
-- output { 3i32 0i32 false }

type state = #start | #plain | #quoted | #quote_in_quoted | #bad
type counter = {state: state, fields: i32, characters: i32}

def step (c: counter) (b: u8): counter =
  match (c.state, b)
  case (#bad, _) -> c
  case (#start, '"') -> c with state = #quoted
  case (#start, ',') -> c with fields = c.fields + 1
  case (#start, _) -> c with state = #plain with characters = c.characters + 1
  case (#plain, ',') -> c with state = #start with fields = c.fields + 1
  case (#plain, _) -> c with characters = c.characters + 1
  case (#quoted, '"') -> c with state = #quote_in_quoted
  case (#quoted, _) -> c with characters = c.characters + 1
  case (#quote_in_quoted, '"') -> c with state = #quoted with characters = c.characters + 1
  case (#quote_in_quoted, ',') -> c with state = #start with fields = c.fields + 1
  case (#quote_in_quoted, _) -> c with state = #bad

def is_broken (s: state): bool =
  match s case #bad -> true case #quoted -> true case _ -> false

entry main (text: []u8): (i32, i32, bool) =
  let start: counter = {state = #start, fields = 0, characters = 0}
  let final = loop c = start for b in text do step c b
  in (final.fields + 1, final.characters, is_broken final.state)
