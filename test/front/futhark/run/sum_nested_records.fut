-- Records in sums in records.
-- ==
-- entry: main
-- input { 3 } output { 9 }
type node = {id: i32, kind: #leaf {weight: i32} | #inner {left: i32, right: i32}}
def total (n: node): i32 =
  match n.kind
  case #leaf {weight} -> weight
  case #inner {left, right} -> left + right
def main (x: i32): i32 =
  total {id = 0, kind = #leaf {weight = x}} + total {id = 1, kind = #inner {left = x, right = x}}
