-- A size that was found cannot be a named one as well.
-- ==
-- error: E1301
def f (xs: []i32) (ys: [2]i32) = zip xs ys
def main [n] (xs: [n]i32) = f xs [1, 2]
