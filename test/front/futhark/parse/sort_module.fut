module type ordered = {
  type t
  val <=: t -> t -> bool
}

module mk_sort (o: ordered): { type t = o.t val sort [n]: [n]t -> [n]t } = {
  type t = o.t

  local def swap [n] (xs: *[n]t) (i: i64) (j: i64): *[n]t =
    let x = copy xs[i]
    let y = copy xs[j]
    in xs with [i] = y with [j] = x

  def sort [n] (xs: [n]t): [n]t =
    loop xs = copy xs for i < n do
      (loop (xs, j) = (xs, i) while j > 0 && !(xs[j - 1] o.<= xs[j]) do
         (swap xs (j - 1) j, j - 1)).0
}

module sort_i32 = mk_sort { type t = i32 def (<=) (x: i32) (y: i32) = x <= y }
