module back = import "circle_a"
def b = 2i32
