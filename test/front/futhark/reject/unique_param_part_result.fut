-- What has no `*` is not fresh as a result.
-- ==
-- error: E1407
def f {xs: *[]i32, ys: []i32}: (*[]i32, *[]i32) = (xs with [0] = 1, ys)
