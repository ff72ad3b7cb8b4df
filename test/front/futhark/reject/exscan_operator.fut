-- The operator of an exclusive scan combines elements.
-- ==
-- error: E12
def f (xs: []i32) = exscan (&&) true xs
