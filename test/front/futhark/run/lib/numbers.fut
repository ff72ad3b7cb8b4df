-- Numbers, for the import tests.
def square (x: f64): f64 = x * x

module type unit = {
  val one: i32
}
