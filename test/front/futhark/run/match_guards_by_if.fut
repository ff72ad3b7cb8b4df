-- An arm that decides further by if, and a variable pattern that shadows.
-- ==
-- entry: main
-- input { 5 } output { 50 }
-- input { -5 } output { 5 }
-- input { 0 } output { 0 }
def main (x: i32): i32 =
  match x
  case 0 -> 0
  case x -> if x > 0 then x * 10 else -x
