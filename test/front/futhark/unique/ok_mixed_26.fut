def a: []i64 = iota 10
def b = map (+ 1) a with [0] = 1
