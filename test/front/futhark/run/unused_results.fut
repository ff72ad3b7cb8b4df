-- Values that nothing needs are still checked, and failures of dead code may vanish.
-- ==
-- entry: main
-- input { 4 } output { 4 }
def main (x: i32): i32 =
  let _unused = x * 2
  let (_, y) = (x + 1, x)
  in y
