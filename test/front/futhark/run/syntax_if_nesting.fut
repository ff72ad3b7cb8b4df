-- Dangling and nested ifs.
-- ==
-- entry: main
-- input { 1 } output { 10 2 }
-- input { 2 } output { 20 4 }
-- input { 3 } output { 30 9 }
def main (x: i32): (i32, i32) =
  let a = if x == 1 then 10 else if x == 2 then 20 else 30
  let b = if x < 3 then if x == 1 then 2 else 4 else x * x
  in (a, b)
