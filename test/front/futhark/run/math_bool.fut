-- Logical operators, comparisons and conversions of bool.
-- ==
-- entry: main
-- input { true false } output { false true false true false true false }
-- input { true true } output { true true false false false true true }
-- input { false true } output { false true true true true false false }
def main (a: bool) (b: bool): (bool, bool, bool, bool, bool, bool, bool) =
  (a && b, a || b, !a, a != b, a < b, bool.i32 (i32.bool a), a && b && (a == b))
