-- The operator of an exclusive scan combines elements.
-- ==
-- error: E1201
def f (xs: []i32) = exscan (&&) true xs
