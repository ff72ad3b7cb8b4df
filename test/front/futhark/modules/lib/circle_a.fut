import "circle_b"
def a = 1i32
