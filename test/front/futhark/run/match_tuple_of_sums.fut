-- A match on two sums at once.
-- ==
-- entry: main
-- input { 3 4 } output { 7 -1 3 }
type maybe = #just i32 | #nothing
def add (a: maybe) (b: maybe): maybe =
  match (a, b)
  case (#just x, #just y) -> #just (x + y)
  case (#just x, #nothing) -> #just x
  case (#nothing, _) -> #nothing
def get (m: maybe): i32 = match m case #just x -> x case #nothing -> -1
def main (x: i32) (y: i32): (i32, i32, i32) =
  (get (add (#just x) (#just y)), get (add #nothing (#just y)), get (add (#just x) #nothing))
