module m = {
  def a = 1 +
  def b = 2
  type t = [
  def c = )
}
def d = }
