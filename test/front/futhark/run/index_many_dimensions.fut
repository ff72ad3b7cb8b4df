-- An index of many dimensions inside a map, whose failure shows them all.
-- ==
-- input { 1i64 [[[[[[[[[[[[[[[[[[[[5]]]]]]]]]]]]]]]]]]]] } output { [5] }
-- input { 2i64 [[[[[[[[[[[[[[[[[[[[5]]]]]]]]]]]]]]]]]]]] } error: E0402.*out of bounds
def main (k: i64) (xs: [][][][][][][][][][][][][][][][][][][][]i32) =
  map (\i -> xs[i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, i]) (iota k)
