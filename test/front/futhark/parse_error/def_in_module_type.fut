module type m = {
  def x = 1
}
