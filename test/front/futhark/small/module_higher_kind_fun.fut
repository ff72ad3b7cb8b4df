-- Module higher kind fun.
-- ==
-- input { [3,1,2] } output { [1,2,3] }

module type cmp = {type t val leq : t -> t -> bool}
module sorts (C: cmp) = {
  def sort [n] (xs: [n]C.t) : [n]C.t =
    loop xs = copy xs for i < n do
      loop xs for j in 0..<(n - 1 - i) do
        if C.leq xs[j] xs[j + 1] then xs
        else let a = copy xs[j] let b = copy xs[j + 1] in xs with [j] = b with [j + 1] = a
}
module s = sorts {type t = i32 def leq = (i32.<=)}
entry main (xs: []i32) = s.sort xs
