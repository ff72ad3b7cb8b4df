-- Near to programs with unknown sizes in parameters, but right.
-- ==
-- entry: done
-- input { } output { true }
module m0 = {
  def f (xs: []i32) = xs |> filter (>0) |> length
}
module m1 = {
  def f (xs: []i32) = (map (+1) >-> filter (>0)) xs
}
module m2 = {
  def f (x: bool) =
    let n = if x then 10 else 20
    in \(y_any: []bool) -> let y = y_any :> [n]bool in true
}
module m3 = {
  def f (n: i64) = \(y: [n]bool) -> true
}
module m4 = {
  def f (x: i64) =
    let n = x + 1
    in \(y: [n]bool) -> true
}
module m5 = {
  def f (xs: []i32) =
    let ys = filter (>0) xs
    let g = map2 (+) ys
    in g ys
}
module m6 = {
  def f (xs: []i32) = filter (>0) xs |> map (+1)
}
module m7 = {
  def f (xs: []i32) = (map (+1) >-> map (*2) >-> filter (> 3)) xs
}
module m8 = {
  def f (x: i64, y: i64) (A_unsized: []bool) = let A = A_unsized :> [x]bool in zip A (iota x)
}
module m9 = {
  def f (x: i64, y: i64) : []i64 = iota x
}
module m10 = {
  def f (x: i64, y: i64) = iota x
}
module m11 = {
  def f (p: {x: i64, y: i64}) (A: [p.x]bool) = true
}
module m12 = {
  def f [n] (x: [n]i64, y: i64) (A: [n]bool) = true
}
module m13 = {
  def f x = let g 'b (y: b) = (x, y) in (g 1i32, g true)
}
entry done = true
