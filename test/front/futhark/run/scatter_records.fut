-- A scatter of records, and of sums.
-- ==
-- entry: main
-- input { [2i64, 0] [5, 6] } output { [6, 0, 5] [true, false, true] [1, 0, 1] }
type r = {v: i32, set: bool}
type o = #none | #some i32
def main [n] (is: [n]i64) (vs: [n]i32): ([3]i32, [3]bool, [3]i32) =
  let dest: *[3]r = replicate 3 {v = 0, set = false}
  let out = scatter dest is (map (\v -> {v, set = true}) vs)
  let none: *[3]o = replicate 3 #none
  let sums = scatter none is (map (\v -> #some v) vs)
  in (map (.v) out, map (.set) out, map (\x -> match x case #none -> 0 case #some _ -> 1) sums)
