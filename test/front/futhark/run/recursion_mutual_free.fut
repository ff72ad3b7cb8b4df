-- Recursion inside of a map, and with an accumulator argument.
-- ==
-- entry: main
-- input { [5, 10] } output { [15, 55] [3, 4] }
def sum_to (n: i32) (acc: i32): i32 = if n == 0 then acc else sum_to (n - 1) (acc + n)
def digits (n: i32): i32 = if n < 2 then 1 else 1 + digits (n / 2)
def main (ns: []i32): ([]i32, []i32) = (map (\n -> sum_to n 0) ns, map digits ns)
