-- assert with a comparison of sizes, and one that guards an index.
-- ==
-- entry: main
-- input { [1, 2, 3] 2i64 } output { 3 }
-- input { [1, 2, 3] 3i64 } error: E0401.*ssert
def main [n] (xs: [n]i32) (i: i64): i32 = let i' = assert (i < n) i in xs[i']
