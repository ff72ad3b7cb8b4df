module type m = {
  val x: i32

def y = 1
