-- Abbreviations of abbreviations, with types and sizes swapped.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] 6i64 }
type pair 'a 'b = (a, b)
type swapped 'a 'b = pair b a
type grid [n] [m] 't = [n][m]t
type turned [n] [m] 't = grid [m] [n] t
def turn [n] [m] 't (g: grid [n] [m] t): turned [n] [m] t = transpose g
def area ((a, b): swapped i64 i64): i64 = a * b
def main [n] [m] (g: [n][m]i32): (turned [n] [m] i32, i64) = (turn g, area (n, m))
