-- Logical operators in reductions and scans.
-- ==
-- entry: main
-- input { [true, true, false, true] } output { false true [true, true, false, false] true }
def main (bs: []bool): (bool, bool, []bool, bool) =
  (reduce (&&) true bs, reduce (||) false bs, scan (&&) true bs, reduce (!=) false bs)
