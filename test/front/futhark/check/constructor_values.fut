-- A constructor with too many values.
def f: #a i32 | #b = #a 1 2
