-- One polymorphic function at nested instances.
-- ==
-- entry: main
-- input { 3 } output { [[[3, 3], [3, 3]], [[3, 3], [3, 3]]] }
def two 'a (x: a): [2]a = [x, x]
def main (x: i32): [2][2][2]i32 = two (two (two x))
