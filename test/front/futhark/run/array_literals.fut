-- Array literals, nested and with computed elements.
-- ==
-- entry: main
-- input { 5 } output { [5, 6, 25] [[5, 1], [2, 5]] [[true], [false]] }
def main (x: i32): ([3]i32, [2][2]i32, [2][1]bool) =
  ([x, x + 1, x * x], [[x, 1], [2, x]], [[true], [false]])
