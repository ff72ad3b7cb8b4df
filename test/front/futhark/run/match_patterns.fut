-- Literal, tuple, record, nested and negative patterns; the first that fits is taken.
-- ==
-- entry: main
-- input { 0 true } output { 1 }
-- input { 0 false } output { 2 }
-- input { -1 true } output { 3 }
-- input { 7 true } output { 7 }
-- input { 8 false } output { -8 }
def main (x: i32) (b: bool): i32 =
  match (x, {flag = b})
  case (0, {flag = true}) -> 1
  case (0, _) -> 2
  case (-1, {flag}) -> if flag then 3 else 4
  case (y, {flag = true}) -> y
  case (y, {flag = false}) -> -y
