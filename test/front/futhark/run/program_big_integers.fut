-- Big integers as arrays of digits: addition with carries by a scan.
-- ==
-- entry: main
-- input { [9u8, 9u8, 1u8] [1u8, 0u8, 0u8] } output { [0u8, 0u8, 2u8, 0u8] }
type carry = #kill | #propagate | #generate
def combine (a: carry) (b: carry): carry =
  match b
  case #propagate -> a
  case c -> c
def add [n] (xs: [n]u8) (ys: [n]u8): [n + 1]u8 =
  let sums = map2 (+) xs ys
  let kinds = map (\s -> if s > 9 then #generate else if s == 9 then #propagate else #kill) sums
  let carries = scan combine #propagate kinds
  let at (i: i64): u8 = if i == 0 then 0 else u8.bool (carries[i - 1] == #generate)
  in tabulate (n + 1) (\i -> if i < n then (sums[i] + at i) % 10 else at i)
def main [n] (xs: [n]u8) (ys: [n]u8): []u8 = add xs ys
