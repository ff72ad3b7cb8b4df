-- Every let hides what had the name before.
-- ==
-- entry: main
-- input { 1 } output { 8 1 }
def x: i32 = 100
def main (x: i32): (i32, i32) =
  let y = x
  let x = x + 1
  let x = x * 2
  let x = let x = x + 2 in x + 2
  in (x, y)
