-- The array inside a record that is not unique.
-- ==
-- error: E1402
def f (r: {inner: {xs: [3]i32}}) = let r.inner.xs[0] = 1 in r
