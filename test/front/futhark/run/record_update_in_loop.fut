-- A record as the state of a loop, updated field by field.
-- ==
-- entry: main
-- input { 5 } output { 10 5 }
def main (n: i32): (i32, i32) =
  let s = loop s = {sum = 0, count = 0} for i < n do
            let s = s with sum = s.sum + i
            in s with count = s.count + 1
  in (s.sum, s.count)
