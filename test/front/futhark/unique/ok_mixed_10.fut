type t = #leaf | #node ([3]i32)
def f (x: t): t = match x case #leaf -> #leaf case #node a -> #node (copy a with [0] = 1)
def loopit (n: i64) = loop (s: t) = #leaf for _i < n do f s
