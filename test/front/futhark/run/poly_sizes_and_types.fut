-- Functions polymorphic in sizes and types together.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { [[[1, 2], [1, 2]], [[3, 4], [3, 4]]] [1, 4] }
def dup [n] 't (xs: [n]t): [n][2]t = map (\x -> [x, x]) xs
def diagonal [n] 't (a: [n][n]t): [n]t = map (\i -> a[i, i]) (iota n)
def main (a: [2][2]i32): ([2][2][2]i32, [2]i32) = (dup a, diagonal a)
