-- Anonymous sizes of a parameter are the same wherever the parameter is used.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[2, 4], [6, 8]] }
def double (xss: [][]i32) = map2 (map2 (+)) xss xss
def main (xss: [][]i32) = double xss
