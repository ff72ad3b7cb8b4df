-- A closure made in each iteration of a loop, used there.
-- ==
-- entry: main
-- input { 4 } output { 24 }
def main (n: i32): i32 =
  loop acc = 1 for i < n do
    let f = (* (i + 1))
    in f acc
