-- More indices than there are dimensions.
-- ==
-- error: E1209
def f (xs: [3]{a: [3]i32}) = map (.a[0][1]) xs
