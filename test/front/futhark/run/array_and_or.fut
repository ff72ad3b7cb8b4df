-- and, or.
-- ==
-- entry: main
-- input { [true, false] } output { false true }
-- input { [true, true] } output { true true }
-- input { empty([0]bool) } output { true false }
def main (bs: []bool): (bool, bool) = (and bs, or bs)
