-- The body of a parametric module is checked even if it is never applied, and errors in it are told once.
module f (m: { type t val x: t }) = {
  def wrong: i32 = m.x
  def missing = m.y
}
module a = f { type t = i32 def x = 1i32 }
module b = f { type t = bool def x = true }
