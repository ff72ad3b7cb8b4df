def fact (n: i64): i64 = if n <= 0 then 1 else n * fact (n - 1)
def even (n: i32): bool = if n == 0 then true else !(even (n - 1))
