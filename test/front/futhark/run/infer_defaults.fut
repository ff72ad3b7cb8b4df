-- Numbers that nothing decides are i32 and f64.
-- ==
-- entry: main
-- input { } output { 3 2.5 [1, 2] }
def main = (1 + 2, 5 / 2.0, [1, 2])
