-- Nested while loops with growing arrays.
-- ==
-- entry: main
-- input { 60 } output { [2, 2, 3, 5] }
-- input { 1 } output { empty([0]i32) }
-- input { 97 } output { [97] }
def main (n: i32): []i32 =
  (loop (n, p, fs: []i32) = (n, 2, []) while n > 1 do
     if n % p == 0 then (n / p, p, fs ++ [p]) else (n, p + 1, fs)).2
