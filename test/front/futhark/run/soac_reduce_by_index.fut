-- reduce_by_index starts from what is in the destination.
-- ==
-- entry: main
-- input { [10, 20] [0i64, 1, 0, 5] [1, 2, 3, 4] } output { [14, 22] }
-- input { [10, 20] empty([0]i64) empty([0]i32) } output { [10, 20] }
def main [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32): *[]i32 =
  reduce_by_index dest (+) 0 is vs
