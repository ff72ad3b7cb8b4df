-- The message names the parameter whose next value is wrong.
def f (n: i64) = loop (acc, ys: []i32) = (0i32, [1i32]) for i < n do let k = acc + 1i32 in (k, 5i32)
