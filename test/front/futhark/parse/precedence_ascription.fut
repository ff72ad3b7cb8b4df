def a = x + y : i32
def b = a ++ b :> [m]t
def c = x : t :> u
def d = 0..<n + 1 : []i64
