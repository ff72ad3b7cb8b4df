-- A helper without annotations is polymorphic.
-- ==
-- entry: main
-- input { 1 true } output { 1 true [true, true] [1, 1] }
def first (a, _) = a
def second (_, b) = b
def both x = [x, x]
def main (x: i32) (b: bool) = (first (x, b), second (x, b), both b, both x)
