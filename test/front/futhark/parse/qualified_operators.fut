def a = x m.+ y
def b = x i32.* y i32.+ z
def c = x m.n.<< y
def d = reduce (f32.+) 0
def e = x intrinsics.&& y
