module type m = {
  val x = 1
  val y: i32
  val z: ]
}
def f = +
