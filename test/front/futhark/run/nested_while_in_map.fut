-- Loops with different numbers of iterations in a map.
-- ==
-- entry: main
-- input { [1, 6, 27] } output { [0, 8, 111] }
def collatz (n: i32): i32 =
  (loop (n, k) = (n, 0) while n != 1 do (if n % 2 == 0 then n / 2 else 3 * n + 1, k + 1)).1
def main (ns: []i32): []i32 = map collatz ns
